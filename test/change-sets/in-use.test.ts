import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { dataOf, newStoryWorkspace } from '../stories/story-api.ts';
import { nextSprintName, span } from '../support/planning.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let admin: Person;
let sets: ReturnType<typeof changeSetApi>;

beforeAll(async () => {
  made = await newStoryWorkspace();
  admin = await made.workspace.person('admin', [made.team]);
  sets = changeSetApi(made.workspace, admin.client);
});

interface Made {
  id: string;
  updatedAt: string;
}

/** What creates resources in a change set, and its id. */
function newSet() {
  const id = randomUUID();
  const headers = { 'change-set': id };
  return {
    id,
    headers,
    post: async <T = Made>(noun: string, body: object): Promise<T> => {
      const sent = await admin.client.post(`${made.workspace.path}/${noun}`, body, {
        ...headers,
        'idempotency-key': newKey(),
      });
      return dataOf<T>(sent, 201);
    },
  };
}

test('a revert keeps the sprints, objectives, key results, labels and fields that stories of others have', async () => {
  const { workspace, team, api } = made;
  const teamId = team.id;
  const set = newSet();
  const sprint = await set.post('sprints', { teamId, name: nextSprintName(teamId), ...span });
  const objective = await set.post('objectives', { teamId, name: 'Grow' });
  const kr = { objectiveId: objective.id, name: 'Numbers', measurementType: 'percentage' };
  const keyResult = await set.post('key-results', kr);
  const label = await set.post('labels', { teamId, name: newKey(), color: '#6366f1' });
  const field = await set.post<Made & { key: string }>('custom-fields', {
    teamId,
    name: 'Size',
    type: 'text',
  });
  const uses = {
    teamId,
    sprintId: sprint.id,
    objectiveId: objective.id,
    keyResultId: keyResult.id,
    labels: [label.id],
    customFields: { [field.key]: 'x' },
  };
  const [kept, gone] = [
    await set.post<Story>('stories', { title: 'X', ...uses }),
    await set.post<Story>('stories', { title: 'X2', ...uses }),
  ];
  await sets.of(set.id, 7);
  const other = await api.create({ title: 'Y', ...uses });
  const comments = `${workspace.path}/stories/${kept.id}/comments`;
  const said = dataOf<Made>(await made.member.client.post(comments, { content: 'Mine' }), 201);
  const ids = [other.id, kept.id].sort();
  const inUse = (resource: string, { id }: Made) => ({ resource, id, field: 'stories', now: ids });
  const conflicts = [
    { resource: 'story', id: kept.id, field: 'comments', now: [said.id] },
    inUse('sprint', sprint),
    inUse('objective', objective),
    inUse('key_result', keyResult),
    inUse('label', label),
    inUse('custom_field', field),
  ];
  for (const dryRun of [true, false]) {
    const { json } = await sets.revert(set.id, { dryRun });
    const found = (json.data.conflicts as { now: string[] }[]).map((one) => ({
      ...one,
      now: one.now.toSorted(),
    }));
    expect(found).toHaveLength(conflicts.length);
    expect(found).toEqual(expect.arrayContaining(conflicts));
    expect(json.data).toMatchObject({ reverted: [{ id: gone.id }], irreversible: [] });
  }
  for (const story of [kept, other]) expect(await api.read(story.id)).toMatchObject(uses);
});

test('a revert deletes and archives what only it had used', async () => {
  const { team, api } = made;
  const teamId = team.id;
  const set = newSet();
  const sprint = await set.post('sprints', { teamId, name: nextSprintName(teamId), ...span });
  const label = await set.post('labels', { teamId, name: newKey(), color: '#6366f1' });
  await set.post<Story>('stories', { title: 'X', teamId, sprintId: sprint.id, labels: [label.id] });
  const before = await api.create({ teamId });
  const update = {
    expectedUpdatedAt: before.updatedAt,
    sprintId: sprint.id,
    labels: [label.id],
    title: 'By the set',
  };
  const at = `${made.workspace.path}/stories/${before.id}`;
  dataOf(await admin.client.patch(at, update, set.headers), 200);
  await sets.of(set.id, 4);
  for (const dryRun of [true, false]) {
    const { json } = await sets.revert(set.id, { dryRun });
    expect(json.data.conflicts).toEqual([]);
    expect(json.data.reverted).toHaveLength(4);
  }
  expect(await api.read(before.id)).toMatchObject({ sprintId: null, labels: [], title: before.title });
});
