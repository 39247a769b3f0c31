import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { newProposal } from '../proposals/proposal-api.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { createBrowser, newAccount, signedIn, type Browser } from '../support/browser.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let teams: [Team, Team];
let member: Person;
let colleague: Person;
let browser: Browser;
let stories: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  teams = [await workspace.team({ name: 'Harbour' }), await workspace.team({ name: 'Fleet' })];
  member = await workspace.person('member', teams);
  colleague = await workspace.person('member', teams);
  browser = await signedIn(service, workspace, member);
  stories = storyApi(workspace, colleague.client);
});

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): string =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`;

const pathOf = (of: TestWorkspace): string => `/my-work/${of.id}`;

const shownBy = async (who: Browser, path: string): Promise<string> => (await who.open(path)).text;

/** The texts of the elements with a tag, without what marks them up. */
const textsOf = (tag: string, page: string): string[] =>
  [...page.matchAll(new RegExp(`<${tag}\\b[^>]*>([^]*?)</${tag}>`, 'g'))].map(([, inner]) =>
    inner!
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

test('what is assigned to a person is listed over all of their teams, what is due first', async () => {
  const assigned = { assigneeId: member.id };
  const titles = async () => {
    const [, list = ''] = (await shownBy(browser, pathOf(workspace))).split('id="assigned"');
    return textsOf('bdi', list.split('</section>')[0]!).filter((text) => !/Harbour|Fleet/.test(text));
  };
  await stories.create({ ...assigned, teamId: teams[0].id, title: 'Some day' });
  await stories.create({ ...assigned, teamId: teams[1].id, title: 'Next year', endDate: inDays(300) });
  await stories.create({ ...assigned, teamId: teams[0].id, title: 'Soon', endDate: inDays(3) });
  await stories.create({ ...assigned, teamId: teams[1].id, title: 'Late', endDate: inDays(-2) });
  await stories.create({ ...assigned, teamId: teams[1].id, title: 'Today', endDate: inDays(0) });
  const statusId = await statusOf(workspace, colleague.client, teams[0], 'completed');
  await stories.create({ ...assigned, teamId: teams[0].id, title: 'Finished', statusId });
  await stories.create({ teamId: teams[0].id, title: 'Of others', assigneeId: colleague.id });
  await expect.poll(titles).toEqual(['Late', 'Today', 'Soon', 'Next year', 'Some day']);
  const page = await shownBy(browser, pathOf(workspace));
  expect(textsOf('h3', page)).toEqual([
    'Overdue 1',
    'Due in the next seven days 2',
    'Due later 1',
    'Without a due date 1',
  ]);
});

test('running sprints, unread notifications and the work of agents are on the same page', async () => {
  const plan = planningApi(workspace, colleague.client);
  const sprint = await plan.sprint(teams[0], {
    name: 'Tide 7',
    startDate: inDays(-2),
    endDate: inDays(5),
  });
  await plan.sprint(teams[1], { name: 'Tide 8', startDate: inDays(20), endDate: inDays(27) });
  const story = await stories.create({ teamId: teams[0].id, title: 'A mooring' });
  await colleague.client.post(`${workspace.path}/stories/${story.id}/comments`, {
    content: `@[Member](member:${member.id}) see this`,
  });
  const agent = await workspace.serviceAccount(teams);
  await stories.change(story, { assigneeId: agent.id });
  const page = async () => await shownBy(browser, pathOf(workspace));
  await expect.poll(page).toContain('New for me');
  await expect.poll(page).toContain(`/teams/${teams[0].id}/sprints/${sprint.id}`);
  expect(await page()).not.toContain('Tide 8');
  await expect.poll(page).toContain('Has not begun');
  const proposing = await workspace.clientFor(colleague.id, { writes: 'proposed' });
  const proposalId = await newProposal(workspace, teams[1], proposing);
  expect(await page()).toContain(`href="/teams/${teams[1].id}/proposals/${proposalId}"`);
});

test('running sprints and agents that wait are shown, however many others are newer', async () => {
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  const agent = await workspace.serviceAccount([team]);
  const api = storyApi(workspace, person.client);
  const plan = planningApi(workspace, person.client);
  const running = await plan.sprint(team, { startDate: inDays(-1), endDate: inDays(1) });
  const call = async (title: string, kind: 'question' | 'result') => {
    const story = await api.create({ teamId: team.id, title, assigneeId: agent.id });
    const session = async () =>
      (await agent.client.get(`${workspace.path}/agent-sessions`, { storyId: story.id })).json.data[0]?.id;
    await expect.poll(session).toBeTruthy();
    const at = `${workspace.path}/agent-sessions/${await session()}/activities`;
    const { status } = await agent.client.post(at, { kind, body: 'Said.' });
    expect(status).toBe(201);
  };
  await call('Which rope?', 'question');
  for (let number = 0; number < 21; number++) await call(`Done ${number}`, 'result');
  for (let number = 0; number < 105; number++) {
    await plan.sprint(team, { startDate: inDays(20 + 2 * number), endDate: inDays(21 + 2 * number) });
  }
  const page = await shownBy(await signedIn(service, workspace, person), pathOf(workspace));
  expect(page).toContain('Which rope?');
  expect(page).toContain(`/sprints/${running.id}`);
});

describe('the address without a workspace', () => {
  test('leads to the workspace that the person is in', async () => {
    const { url, status } = await browser.open('/my-work');
    expect([status, new URL(url).pathname]).toEqual([200, pathOf(workspace)]);
  });

  test('leads who is in none to their account', async () => {
    const other = await newWorkspace();
    const leaving = await other.person('member');
    const visitor = await signedIn(service, other, leaving);
    await other.operator.removeMember((await other.operator.getMember(other.id, leaving.id))!);
    expect(new URL((await visitor.open('/my-work')).url).pathname).toBe('/account');
  });

  test('asks who has not signed in to do so, and leads on', async () => {
    const browser = createBrowser(service.baseUrl);
    const page = await browser.open('/my-work');
    expect(page.url).toBe(`${service.baseUrl}/sign-in`);
    const account = await newAccount(workspace, await workspace.person('member', teams));
    const { url } = await browser.submit(page, '/sign-in', account);
    expect(url).toBe(`${service.baseUrl}/my-work/${workspace.id}`);
  });
});

test('the work in a workspace does not exist for people of others', async () => {
  const other = await newWorkspace();
  const stranger = await signedIn(service, other, await other.person('admin'));
  for (const path of [pathOf(workspace), `/inbox/${workspace.id}`]) {
    expect((await stranger.open(path)).status).toBe(404);
  }
  expect((await browser.open('/my-work/unknown')).status).toBe(404);
});

test('a guest sees their work too, without a plan', async () => {
  const guest = await workspace.person('guest', [teams[0]]);
  const shown = await (await signedIn(service, workspace, guest)).open(pathOf(workspace));
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('Nothing is assigned to you');
});

test('a person without a team is told who adds them to one', async () => {
  const lonely = await workspace.person('member');
  const page = await shownBy(await signedIn(service, workspace, lonely), pathOf(workspace));
  expect(page).toContain('An admin of the workspace adds you to one.');
});
