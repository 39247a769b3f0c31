import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import {
  boardPath,
  objectivePath,
  objectivesPath,
  sprintPath,
  sprintsPath,
  storyPath,
} from '../../shared/planning/paths/page-paths.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { storyApi } from '../stories/story-api.ts';
import { withPage } from './page-checks.ts';

const { baseUrl } = sharedService();
let browser: Browser;
let workspace: TestWorkspace;
let member: Person;
let team: Team;
let story: Story;
let sprint: Sprint;
let objectiveId: string;
let cookies: ReadonlyMap<string, string>;

beforeAll(async () => {
  browser = await startChromium();
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  const objective = await member.client.post(`${workspace.path}/objectives`, {
    teamId: team.id,
    name: 'Dates are days',
    startDate: '2098-11-30',
    endDate: '2099-01-12',
  });
  objectiveId = objective.json.data.id;
  // Its days are those of its zone, in which they begin at 11:00 UTC of the day before.
  const cadence = { lengthWeeks: 2, startsOn: 'monday', timeZone: 'Pacific/Auckland', enabled: false };
  await (
    await workspace.person('admin', [team])
  ).client.request('PUT', `${workspace.path}/teams/${team.id}/sprint-cadence`, {
    body: { ...cadence, upcoming: 1 },
  });
  const made = await member.client.post(`${workspace.path}/sprints`, {
    teamId: team.id,
    name: 'Seven to eighteen',
    startDate: '2098-12-06T11:00:00.000Z',
    endDate: '2098-12-18',
  });
  sprint = made.json.data as Sprint;
  story = await storyApi(workspace, member.client).create({
    teamId: team.id,
    title: 'Ship it',
    sprintId: sprint.id,
    objectiveId,
    startDate: '2098-12-09',
    // Due through the end of its UTC day, whatever the time.
    endDate: '2098-12-10T23:30:00.000Z',
  });
  ({ cookies } = await signedIn({ baseUrl }, workspace, member));
});
afterAll(() => browser.close());

const sprintDays = ['7 December 2098', '18 December 2098'];

/** The pages of planning, and the days that each of them shows in its text, whoever reads it. */
const pages: [name: string, path: () => string, days: readonly string[]][] = [
  ['the board', () => boardPath(team.id), ['10 December 2098']],
  [
    'the board of a sprint',
    () => `${boardPath(team.id)}?sprint=${sprint.id}`,
    [...sprintDays, '10 December 2098'],
  ],
  ['the sprints', () => sprintsPath(team.id), sprintDays],
  ['the sprint', () => sprintPath(team.id, sprint.id), sprintDays],
  ['the story', () => storyPath(story.id), ['9 December 2098']],
  ['the objectives', () => objectivesPath(team.id), ['12 January 2099']],
  ['the objective', () => objectivePath(objectiveId), ['12 January 2099']],
];

describe.each(['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland'])(
  'a reader in %s',
  (timezoneId) => {
    test.each(pages)('%s shows the days that were set', async (_, path, days) => {
      await withPage(browser, { locale: 'en-GB', timezoneId }, async (page) => {
        await setSession(page.context(), baseUrl, cookies);
        await page.goto(`${baseUrl}${path()}`);
        const shown = await page
          .locator('time')
          .evaluateAll((elements: { dateTime: string; textContent: string }[]) =>
            elements.filter(({ dateTime }) => !dateTime.includes('T')).map(({ textContent }) => textContent),
          );
        expect(new Set(shown)).toEqual(new Set(days));
        const moved = await page.locator('time[datetime*="T00:00:00.000Z"]').count();
        expect(moved).toBe(0);
      });
    });
  },
);

test('without script, a day is written as the language of the page writes it', async () => {
  await withPage(browser, { locale: 'de', javaScriptEnabled: false }, async (page) => {
    await setSession(page.context(), baseUrl, cookies);
    await page.goto(`${baseUrl}${sprintPath(team.id, sprint.id)}`);
    expect(await page.locator('time[datetime="2098-12-07"]').first().textContent()).toBe('7. Dezember 2098');
  });
});
