import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { getStoryStarts } from '../../shared/planning/story/story-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { dataOf, newStoryWorkspace, statusOf } from '../stories/story-api.ts';
import { readAll } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let admin: Person;
let sets: ReturnType<typeof changeSetApi>;
let status: Record<'unstarted' | 'started' | 'completed', string>;

beforeAll(async () => {
  made = await newStoryWorkspace();
  const { workspace, team } = made;
  admin = await workspace.person('admin', [team]);
  sets = changeSetApi(workspace, admin.client);
  const [unstarted, started, completed] = await Promise.all(
    ['unstarted', 'started', 'completed'].map((category) =>
      statusOf(workspace, admin.client, team, category),
    ),
  );
  status = { unstarted: unstarted!, started: started!, completed: completed! };
});

const create = async (set: string, fields: object): Promise<Story> => {
  const headers = { 'change-set': set, 'idempotency-key': newKey() };
  const body = { teamId: made.team.id, title: newKey(), ...fields };
  return dataOf(await admin.client.post(`${made.workspace.path}/stories`, body, headers), 201);
};
const change = async (set: string, { id }: Story, fields: object): Promise<Story> => {
  const { updatedAt: expectedUpdatedAt } = await made.api.read(id);
  const at = `${made.workspace.path}/stories/${id}`;
  return dataOf(await admin.client.patch(at, { expectedUpdatedAt, ...fields }, { 'change-set': set }), 200);
};
const revert = async (set: string, changes: number) => {
  await sets.of(set, changes);
  const { json } = await sets.revert(set);
  expect(json.data).toMatchObject({ conflicts: [], irreversible: [] });
};
/** Waits until the history of a story has as many entries: it says what was touched since. */
const untilInHistory = ({ id }: Story, count: number) =>
  until(async () => {
    const at = `${made.workspace.path}/stories/${id}/history`;
    return (await readAll(admin.client, at)).length === count;
  });
const startOf = async ({ id }: Story) =>
  (await getStoryStarts(createReader(made.workspace.database), [id])).get(id);

test('a revert restores when stories were completed, so that what made them can be reverted too', async () => {
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const story = await create(first, { statusId: status.completed });
  const imported = await create(first, {
    statusId: status.completed,
    imported: { createdAt: '2025-01-01T00:00:00.000Z' },
  });
  for (const one of [story, imported]) {
    await change(second, one, { statusId: status.unstarted });
    await change(third, one, { statusId: status.completed });
  }
  await untilInHistory(story, 3);
  await revert(third, 2);
  await untilInHistory(story, 4);
  expect((await made.api.read(story.id)).completedAt).toBeNull();
  await revert(second, 2);
  expect((await made.api.read(story.id)).completedAt).toBe(story.completedAt);
  expect((await made.api.read(imported.id)).completedAt).toBeNull();
  await revert(first, 2);
  expect((await made.api.get(story.id)).status).toBe(404);
});

test('a revert restores when work on a story was started, also set after set', async () => {
  const story = await made.api.create({ teamId: made.team.id, statusId: status.started });
  const startedAt = await startOf(story);
  expect(startedAt).toBeDefined();
  const [second, third] = [randomUUID(), randomUUID()];
  await change(second, story, { statusId: status.unstarted });
  expect(await startOf(story)).toBeUndefined();
  await change(third, story, { statusId: status.started });
  const restarted = await startOf(story);
  await untilInHistory(story, 3);
  await revert(third, 1);
  expect(await startOf(story)).toBeUndefined();
  await untilInHistory(story, 4);
  await revert(second, 1);
  expect(await startOf(story)).toBe(startedAt);
  expect(restarted).not.toBe(startedAt);
});

test('a revert restores when a story was completed that was reopened and completed again', async () => {
  const story = await made.api.create({ teamId: made.team.id, statusId: status.completed });
  const set = randomUUID();
  await change(set, story, { statusId: status.unstarted });
  await change(set, story, { statusId: status.completed });
  await revert(set, 2);
  expect((await made.api.read(story.id)).completedAt).toBe(story.completedAt);
});

test('statuses that came with a team stay as long as the team does', async () => {
  const { workspace } = made;
  const set = randomUUID();
  const headers = { 'change-set': set };
  const team = dataOf<{ id: string }>(
    await admin.client.post(`${workspace.path}/teams`, { name: newKey(), code: 'UNDO' }, headers),
    201,
  );
  const body = { teamId: team.id, name: 'Later', category: 'started', color: '#6366f1' };
  const added = dataOf<{ id: string }>(
    await admin.client.post(`${workspace.path}/statuses`, body, headers),
    201,
  );
  await sets.of(set, 7);
  const { json } = await sets.revert(set);
  expect(json.data.reverted).toEqual([{ resource: 'status', id: added.id, fields: [] }]);
  const { json: listed } = await admin.client.get(`${workspace.path}/statuses`, { teamId: team.id });
  expect(listed.data).toHaveLength(5);
});
