import { expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { entityKey } from '../../shared/kernel/db/table.ts';
import { eventOfChange } from '../../shared/projections/events/event-of-change.ts';
import { planningApi } from '../support/planning.ts';
import { dataOf, newStoryWorkspace } from './story-api.ts';

const { workspace, team, member, api } = await newStoryWorkspace();

const itemOf = async (pk: string) => (await createReader(workspace.database).get(entityKey(pk)))!;

/** Puts a document back to what it was before enums were in snake_case. */
async function storeFormer(pk: string, ...values: (readonly [now: string, former: string])[]) {
  const item = await itemOf(pk);
  const doc = values.reduce((text, [now, former]) => text.replace(now, former), item['doc'] as string);
  expect(doc).not.toBe(item['doc']);
  await commit(workspace.database, [{ put: { ...item, doc } }]);
}

const lookalike = 'Said ,"priority":"High" and {"priority":"Low"}';

test.each([
  ['none', 'No Priority'],
  ['low', 'Low'],
  ['medium', 'Medium'],
  ['high', 'High'],
  ['urgent', 'Urgent'],
])('a story stored with an earlier value shows the priority %s', async (priority, former) => {
  const story = await api.create({ teamId: team.id, priority, title: lookalike, description: lookalike });
  await storeFormer(`S#${story.id}`, [`"priority":"${priority}"`, `"priority":"${former}"`]);
  expect(await api.read(story.id)).toEqual(story);
  expect((await api.list({ teamId: team.id })).json.data).toContainEqual(story);
});

test('an update of a story with an earlier value stores the value of today and reports no change of it', async () => {
  const story = await api.create({ teamId: team.id, priority: 'high' });
  await storeFormer(`S#${story.id}`, ['"priority":"high"', '"priority":"High"']);
  const before = await itemOf(`S#${story.id}`);
  expect(await api.change(story, { title: 'Renamed' })).toMatchObject({ priority: 'high' });
  const after = await itemOf(`S#${story.id}`);
  expect(after['doc']).toContain('"priority":"high"');
  const change = { sequenceNumber: '1', at: new Date(), key: entityKey(`S#${story.id}`), before, after };
  const event = await eventOfChange(change, { read: createReader(workspace.database), now: new Date() });
  expect(event!.body).not.toMatch(/High|"priority":"high".*priority/);
});

test('an objective stored with earlier values shows those of today', async () => {
  const plan = planningApi(workspace, member.client);
  const objective = await plan.objective(team, { priority: 'urgent', health: 'off_track' });
  await storeFormer(
    `O#${objective.id}`,
    ['"priority":"urgent"', '"priority":"Urgent"'],
    ['"health":"off_track"', '"health":"Off Track"'],
  );
  expect(dataOf(await plan.objectives.get(objective.id), 200)).toEqual(objective);
  expect((await plan.objectives.list({ teamId: team.id })).json.data).toEqual([objective]);
});
