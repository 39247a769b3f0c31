import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/teams/team.ts';
import { dataOf, statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { homeOf, runCli } from '../infra/cli/cli.ts';
import { connectedClient } from '../mcp/mcp-client.ts';
import { expectRefusal } from '../support/answers.ts';
import { planner } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { historyApi } from './history-api.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let stories: StoryApi;

beforeAll(async () => {
  // Its own stream, since the shared one is behind what all files write.
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  stories = storyApi(workspace, member.client);
});

test('says who changed what, from what to what and through what, newest first', async () => {
  const story = await stories.create({ teamId: team.id, title: 'One', description: 'A body' });
  const done = await statusOf(workspace, member.client, team, 'completed');
  const renamed = await stories.change(story, { title: 'Two', description: 'Another body' });
  const finished = await stories.change(renamed, { statusId: done, assigneeId: member.id });
  const api = historyApi(workspace, member.client);
  const actor = { kind: 'user', id: member.id, via: 'rest' };
  const [last, middle, first] = await api.of(`stories/${story.id}`, 3);
  expect(first).toMatchObject({ action: 'created', changes: [], timestamp: story.updatedAt, actor });
  expect(middle).toMatchObject({ action: 'updated', timestamp: renamed.updatedAt, actor });
  expect(middle!.changes).toEqual([{ field: 'title', from: 'One', to: 'Two' }, { field: 'description' }]);
  expect(last!.changes).toEqual([
    { field: 'statusId', from: story.statusId, to: done },
    { field: 'assigneeId', from: null, to: member.id },
    { field: 'completedAt', from: null, to: finished.completedAt },
  ]);
  expect([first, middle, last].map((entry) => entry!.summary)).toEqual([
    'A member created the story.',
    'A member renamed it from “One” to “Two” and changed the description.',
    'A member moved it from Backlog to Done and assigned it to themselves.',
  ]);
  const page = await api.get(`stories/${story.id}`, { limit: 2 });
  expect(page.json.data).toEqual([last, middle]);
  const cursor = page.json.meta.nextCursor;
  const rest = await api.get(`stories/${story.id}`, { limit: 2, cursor });
  expect(rest.json).toMatchObject({ data: [first], meta: { hasMore: false, nextCursor: null } });
  expectRefusal(await api.get(`stories/${story.id}`, { limit: 3, cursor }), 400, 'invalid_cursor');
});

test('follows the rights of now, and ends with the story', async () => {
  const story = await stories.create({ teamId: team.id });
  const guest = await workspace.person('guest', [team]);
  const api = historyApi(workspace, guest.client);
  await api.of(`stories/${story.id}`, 1);
  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: guest.id });
  expectRefusal(await api.get(`stories/${story.id}`), 404, 'not_found');
  await stories.delete(story.id);
  expectRefusal(await historyApi(workspace, member.client).get(`stories/${story.id}`), 404, 'not_found');
});

test('names only what the reader may see', async () => {
  const admin = await workspace.person('admin', [team]);
  const secret = await planner(workspace, admin.client).objective(team, { name: 'A secret', private: true });
  const bySomebody = storyApi(workspace, admin.client);
  const story = await bySomebody.create({ teamId: team.id });
  await bySomebody.change(story, { objectiveId: secret.id, priority: 'high' });
  const [told] = await historyApi(workspace, member.client).of(`stories/${story.id}`, 2);
  expect(told!.summary).toBe('A admin changed the objective and set the priority to high.');
  const [seen] = await historyApi(workspace, admin.client).of(`stories/${story.id}`, 2);
  expect(seen!.summary).toContain('added it to the objective “A secret”');
  const scopes = ['stories:read'] as const;
  const narrow = await workspace.clientFor(admin.id, { scopes });
  const [nameless] = await historyApi(workspace, narrow).of(`stories/${story.id}`, 2);
  expect(nameless!.summary).toBe('Someone changed the objective and set the priority to high.');
});

test('is told by the command line and to AI clients', async () => {
  const admin = await workspace.person('admin', [team]);
  const label = { name: 'A label', color: '#112233', teamId: team.id };
  const { id } = dataOf<{ id: string }>(await admin.client.post(`${workspace.path}/labels`, label), 201);
  const client = await connectedClient(member, service);
  const inWorkspace = { workspaceId: workspace.id };
  const made = { ...inWorkspace, teamId: team.id, title: 'A story', idempotencyKey: randomUUID() };
  const { data: story } = await client.use('create_story', made);
  const named = { ...inWorkspace, story: story.reference };
  await client.use('update_story', { ...named, expectedUpdatedAt: story.updatedAt, labels: [id] });
  const told = ['added the label “A label”', 'created the story'].map(
    (deed) => `A member ${deed} through an AI client.`,
  );
  const entries = await historyApi(workspace, member.client).of(`stories/${story.id}`, 2);
  expect(entries.map(({ summary }) => summary)).toEqual(told);
  const { data } = await client.use('get_story', { ...named, history: true });
  expect(data.history).toEqual(entries.map(({ timestamp, summary }) => `${timestamp} ${summary}`));
  expect((await client.use('get_story', named)).data).not.toHaveProperty('history');
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const { stdout } = await runCli(['history', story.reference], env);
  for (const sentence of told) expect(stdout).toContain(sentence);
  const nothing = await runCli(['history'], env);
  expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('Name one story')]);
});
