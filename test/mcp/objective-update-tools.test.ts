import { expect, test } from 'vitest';
import { planningApi } from '../support/planning.ts';
import { newKey } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const plan = planningApi(workspace, person.client);
const args = (more: object) => ({ workspaceId: workspace.id, ...more });

test('an update of an objective is posted by its name, once for a key, and shown by the analysis', async () => {
  const objective = await plan.objective(team, { name: 'Win the market' });
  const analyzed = async () =>
    (await client.use('analyze_objective', args({ objectiveId: objective.id }))).data.latestUpdate;
  expect(await analyzed()).toBeUndefined();
  const post = {
    workspaceId: workspace.id,
    objectiveId: 'Win the market',
    health: 'At risk',
    writtenUpdate: 'Imports wait for **one** decision.',
    idempotencyKey: newKey(),
  };
  const { data } = await client.use('save_objective', post);
  await client.use('save_objective', post);
  const [written, ...others] = (await plan.updatesOf(objective).list()).json.data;
  expect(others).toEqual([]);
  expect(written).toMatchObject({
    id: data.id,
    health: 'at_risk',
    authorId: person.id,
    body: post.writtenUpdate,
  });
  expect(await analyzed()).toMatchObject({
    health: 'at_risk',
    body: post.writtenUpdate,
    createdAt: written.createdAt,
  });
});

test('an update is refused without an objective or a health, or with other changes', async () => {
  const objective = await plan.objective(team);
  const refused = async (more: object) =>
    (
      await client.refused(
        'save_objective',
        args({ writtenUpdate: 'Fine', idempotencyKey: newKey(), ...more }),
      )
    ).fields.map(({ path }: { path: string }) => path);
  expect(await refused({})).toEqual(['objectiveId', 'health']);
  expect(await refused({ objectiveId: objective.id })).toEqual(['health']);
  const both = { objectiveId: objective.id, health: 'on_track', name: 'Other' };
  expect(await refused(both)).toEqual(['name']);
  expect((await plan.updatesOf(objective).list()).json.data).toEqual([]);
});

test('written updates are listed with their ids, changed and deleted', async () => {
  const objective = await plan.objective(team, { name: 'Keep customers' });
  const updates = plan.updatesOf(objective);
  const [first, second] = [await updates.write(), await updates.write()];
  const listed = async () =>
    (await client.use('list_comments', args({ objectiveId: 'Keep customers' }))).data;
  expect((await listed()).map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  const of = { objectiveId: objective.id, updateId: first.id, expectedUpdatedAt: first.updatedAt };
  const { data } = await client.use('save_objective', args({ ...of, writtenUpdate: 'Rewritten' }));
  expect((await listed())[1]).toMatchObject({ content: 'Rewritten' });
  expect((await client.refused('save_objective', args({ ...of, delete: true }))).code).toBe(
    'version_conflict',
  );
  await client.use('save_objective', args({ ...of, expectedUpdatedAt: data.updatedAt, delete: true }));
  expect((await listed()).map(({ id }: { id: string }) => id)).toEqual([second.id]);
  const alone = await client.refused('save_objective', args({ updateId: second.id, delete: true }));
  expect(alone.fields[0]).toMatchObject({ path: 'objectiveId', code: 'required' });
});
