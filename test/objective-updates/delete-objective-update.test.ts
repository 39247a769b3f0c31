import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { workerService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

const { service } = await workerService();
const workspace = await newWorkspace(service);
const team = await workspace.team();
const plan = planningApi(workspace, (await workspace.person('member', [team])).client);

test('a deleted update is gone, and its objective keeps its health and the others', async () => {
  const objective = await plan.objective(team);
  const updates = plan.updatesOf(objective);
  const [kept, gone] = [await updates.write(), await updates.write({ health: 'at_risk' })];
  const colleague = planningApi(workspace, (await workspace.person('member', [team])).client);
  expectRefusal(await colleague.updatesOf(objective).delete(gone.id), 403, 'insufficient_role');
  expect((await updates.delete(gone.id)).json.data).toEqual({ id: gone.id, deleted: true });
  expectRefusal(await updates.delete(gone.id), 404, 'not_found');
  expect((await updates.list()).json.data).toEqual([kept]);
  expect((await plan.objectives.get(objective.id)).json.data.health).toBe('at_risk');
});

test('the updates of a deleted objective are deleted with it', async () => {
  const objective = await plan.objective(team);
  await plan.updatesOf(objective).write();
  const listed = async () =>
    (
      await (
        await workspace.person('member', [team])
      ).client.get(`${workspace.path}/objective-updates`, {
        teamId: team.id,
      })
    ).json.data.filter(({ objectiveId }: { objectiveId: string }) => objectiveId === objective.id);
  expect(await listed()).toHaveLength(1);
  await plan.objectives.delete(objective.id);
  await service.streamsIdle();
  expect(await listed()).toEqual([]);
});
