import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeSetApi } from '../change-sets/change-set-api.ts';
import { changesApi, type ChangeEvent } from '../log/changes-api.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

const workspace = await newWorkspace();
const team = await workspace.team();
const author = await workspace.person('member', [team]);
const reader = await workspace.person('member', [team]);
const plan = planningApi(workspace, author.client);
const about = (id: string, type: string) => (event: ChangeEvent) =>
  event.data.id === id && event.type === type;

test('the feed has updates of objectives with what changed, but none of what was private then', async () => {
  const feed = await changesApi(workspace, reader.client).reader();
  const objective = await plan.objective(team, { private: true });
  await plan.updatesOf(objective).write({ body: 'A secret' });
  const { updatedAt: expectedUpdatedAt } = (await plan.objectives.get(objective.id)).json.data;
  await plan.objectives.update(objective.id, { expectedUpdatedAt, private: false });
  const shown = await plan.updatesOf(objective).write({ body: 'Plain' });
  await plan
    .updatesOf(objective)
    .update(shown.id, { expectedUpdatedAt: shown.updatedAt, health: 'off_track' });
  await plan.updatesOf(objective).delete(shown.id);
  await feed.until(about(shown.id, 'objective_update.deleted'));
  expect(JSON.stringify(feed.events)).not.toContain('A secret');
  expect(feed.events.find(about(shown.id, 'objective_update.created'))).toMatchObject({
    teamId: team.id,
    actor: { kind: 'user', id: author.id, via: 'rest' },
    data: { body: 'Plain', objectiveId: objective.id },
  });
  expect(feed.events.find(about(shown.id, 'objective_update.updated'))!.changes).toEqual([
    { field: 'health', from: 'on_track', to: 'off_track' },
  ]);
});

test('a change set with an update is reverted: the update is deleted and the objective has its former health', async () => {
  const objective = await plan.objective(team, { health: 'on_track' });
  const sets = changeSetApi(workspace, author.client);
  const id = randomUUID();
  await plan.updatesOf(objective).send({ health: 'at_risk', body: 'Oops' }, { 'change-set': id });
  await sets.of(id, 2);
  const { reverted, conflicts } = (await sets.revert(id)).json.data;
  expect(conflicts).toEqual([]);
  expect(reverted.map(({ resource }: { resource: string }) => resource).toSorted()).toEqual([
    'objective',
    'objective_update',
  ]);
  expect((await plan.updatesOf(objective).list()).json.data).toEqual([]);
  expect((await plan.objectives.get(objective.id)).json.data.health).toBe('on_track');
});
