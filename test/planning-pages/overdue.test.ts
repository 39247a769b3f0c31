import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  browser = await signedIn(sharedService(), workspace, member);
});

const DAY_MS = 24 * 60 * 60 * 1000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

test('a story whose due date is over is said to be overdue, unless it is done', async () => {
  const api = storyApi(workspace, member.client);
  const statusId = await statusOf(workspace, member.client, team, 'completed');
  const create = (fields: object) => api.create({ teamId: team.id, ...fields });
  const late = await create({ endDate: '2020-01-01T00:00:00.000Z' });
  const done = await create({ endDate: '2020-01-01T00:00:00.000Z', statusId });
  const coming = await create({ endDate: dayFromNow(3) });
  const { text } = await browser.open(`/teams/${team.id}`);
  expect(text.match(/<title>Overdue</g)).toHaveLength(1);
  expect(/id="story-([^"]+)"(?:(?!<\/li>).)*<title>Overdue<.*?<time/s.exec(text)?.[1]).toBe(late.id);
  expect((await browser.open(`/stories/${late.id}`)).text).toContain('Overdue: 1 January 2020');
  for (const { id } of [done, coming]) {
    expect((await browser.open(`/stories/${id}`)).text).not.toContain('Overdue');
  }
});

test('cancelled stories of a sprint are not among those that are to be done', async () => {
  const { json } = await member.client.post(`${workspace.path}/sprints`, {
    teamId: team.id,
    name: 'Before the ice',
    startDate: dayFromNow(-3),
    endDate: dayFromNow(4),
  });
  for (const category of ['completed', 'cancelled', 'started'] as const) {
    const statusId = await statusOf(workspace, member.client, team, category);
    await storyApi(workspace, member.client).create({ teamId: team.id, sprintId: json.data.id, statusId });
  }
  await expect
    .poll(async () => (await browser.open(`/teams/${team.id}`)).text)
    .toMatch(/1 of 2 done, 1 cancelled.*<progress value="1" max="2"/s);
});
