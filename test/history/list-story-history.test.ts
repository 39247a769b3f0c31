import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../shared/kernel/core/actor.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import {
  allEntries,
  allEntryItems,
  deleteHistoryEntry,
  putHistoryEntry,
} from '../../shared/events/history/history-store.ts';
import { restoreFromLogs } from '../../shared/projections/history/restore-from-logs.ts';
import { storyKeyOf } from '../../shared/planning/story/story-store.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { dataOf, statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { homeOf, runCli } from '../infra/cli/cli.ts';
import { connectedClient } from '../mcp/mcp-client.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
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

test('the history of a story says who changed what, from what to what and through what, newest first', async () => {
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
  expect((await api.get(`stories/${story.id}`, { limit: 3, cursor })).json).toEqual(rest.json);
});

test('the creator in a history is that of the story itself, regardless of later changes', async () => {
  const other = await workspace.person('member', [team]);
  const story = await stories.create({ teamId: team.id, title: 'One' });
  const creation = { action: 'created', timestamp: story.updatedAt, actor: { id: member.id, via: 'rest' } };
  const api = historyApi(workspace, member.client);
  // At once, before the stream delivers anything.
  expect((await api.get(`stories/${story.id}`)).json.data).toMatchObject([creation]);
  let changed = await storyApi(workspace, other.client).change(story, { title: 'Two' });
  changed = await stories.change(changed, { title: 'Three' });
  await storyApi(workspace, other.client).change(changed, { title: 'Four' });
  const entries = await api.of(`stories/${story.id}`, 4);
  expect(entries.map(({ actor }) => actor.id)).toEqual([other.id, member.id, other.id, member.id]);
  expect(entries.at(-1)).toMatchObject(creation);
  await service.streamsIdle();
  const stored = await allEntries(createReader(workspace.database), { name: 'story', id: story.id });
  expect(stored.map(({ action }) => action)).toEqual(['updated', 'updated', 'updated']);
  expect(await pagesOf(api, `stories/${story.id}`)).toEqual(entries);
});

test('a history has one entry of a creation whose entry was stored, too', async () => {
  const story = await stories.create({ teamId: team.id });
  const api = historyApi(workspace, member.client);
  const [creation] = await api.of(`stories/${story.id}`, 1);
  const subject = { name: 'story', id: story.id } as const;
  const entry = {
    id: creation!.id,
    action: 'created',
    actor: creation!.actor as Actor,
    changes: [],
  } as const;
  await commit(workspace.database, [putHistoryEntry(subject, entry)]);
  expect((await api.get(`stories/${story.id}`)).json.data).toEqual([creation]);
  expect(await pagesOf(api, `stories/${story.id}`)).toEqual([creation]);

  // A version of then does not say who made the first one.
  const before = { ...(await createReader(workspace.database).get(storyKeyOf(story.id)))! };
  const at = new Date(Date.parse(story.updatedAt) + 5).toISOString();
  await commit(workspace.database, [{ put: { ...before, updatedAt: at } }]);
  expect(await pagesOf(api, `stories/${story.id}`)).toEqual([creation]);
  // A rebuild restores the entries of such stories, and of no others.
  await service.streamsIdle();
  const [item] = await allEntryItems(createReader(workspace.database), subject);
  await commit(workspace.database, [deleteHistoryEntry(item!)]);
  const restore = () => restoreFromLogs(workspace.database, createReader(workspace.database), workspace.id);
  expect(await restore()).toEqual({ corrected: 1, left: [] });
  expect(await restore()).toEqual({ corrected: 0, left: [] });
  expect(await pagesOf(api, `stories/${story.id}`)).toEqual([creation]);
  await stories.change(await stories.read(story.id), { title: 'Another' });
  expect((await api.of(`stories/${story.id}`, 2)).at(-1)).toEqual(creation);
});

/** A history in pages of one entry. */
async function pagesOf(api: ReturnType<typeof historyApi>, thing: string): Promise<object[]> {
  const found: object[] = [];
  for (let cursor: string | undefined; ;) {
    const { json } = await api.get(thing, { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...(json.data as object[]));
    if (!json.meta.hasMore) return found;
    cursor = json.meta.nextCursor as string;
  }
}

test('a history follows present rights, and ends with the story', async () => {
  const story = await stories.create({ teamId: team.id });
  const guest = await workspace.person('guest', [team]);
  const api = historyApi(workspace, guest.client);
  await api.of(`stories/${story.id}`, 1);
  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: guest.id });
  expectRefusal(await api.get(`stories/${story.id}`), 404, 'not_found');
  await stories.delete(story.id);
  expectRefusal(await historyApi(workspace, member.client).get(`stories/${story.id}`), 404, 'not_found');
});

test('a history names only what the reader may see', async () => {
  const admin = await workspace.person('admin', [team]);
  const secret = await planningApi(workspace, admin.client).objective(team, {
    name: 'A secret',
    private: true,
  });
  const bySomebody = storyApi(workspace, admin.client);
  const story = await bySomebody.create({ teamId: team.id });
  await bySomebody.change(story, { objectiveId: secret.id, priority: 'high' });
  const [entry] = await historyApi(workspace, member.client).of(`stories/${story.id}`, 2);
  expect(entry!.summary).toBe('A admin changed the objective and set the priority to high.');
  const [seen] = await historyApi(workspace, admin.client).of(`stories/${story.id}`, 2);
  expect(seen!.summary).toContain('added it to the objective “A secret”');
  const scopes = ['stories:read'] as const;
  const narrow = await workspace.clientFor(admin.id, { scopes });
  const [nameless] = await historyApi(workspace, narrow).of(`stories/${story.id}`, 2);
  expect(nameless!.summary).toBe('Someone changed the objective and set the priority to high.');
});

test('a history is shown by the command line and to AI clients', async () => {
  const admin = await workspace.person('admin', [team]);
  const label = { name: 'A label', color: '#112233', teamId: team.id };
  const { id } = dataOf<{ id: string }>(await admin.client.post(`${workspace.path}/labels`, label), 201);
  const client = await connectedClient(member, service);
  const inWorkspace = { workspaceId: workspace.id };
  const made = { ...inWorkspace, teamId: team.id, title: 'A story', idempotencyKey: randomUUID() };
  const { data: story } = await client.use('create_story', made);
  const named = { ...inWorkspace, story: story.reference };
  await client.use('update_story', { ...named, expectedUpdatedAt: story.updatedAt, labels: [id] });
  const sentences = ['added the label “A label”', 'created the story'].map(
    (deed) => `A member ${deed} through an AI client.`,
  );
  const entries = await historyApi(workspace, member.client).of(`stories/${story.id}`, 2);
  expect(entries.map(({ summary }) => summary)).toEqual(sentences);
  const { data } = await client.use('get_story', { ...named, history: true });
  expect(data.history).toEqual(entries.map(({ timestamp, summary }) => `${timestamp} ${summary}`));
  expect((await client.use('get_story', named)).data).not.toHaveProperty('history');
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const { stdout } = await runCli(['history', story.reference], env);
  for (const sentence of sentences) expect(stdout).toContain(sentence);
  const nothing = await runCli(['history'], env);
  expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('Name one story')]);
});
