import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

const workspace = await newWorkspace();
const team = await workspace.team();
const plan = planningApi(workspace, (await workspace.person('member', [team])).client);
const clientOf = async (role: 'member' | 'admin') => (await workspace.person(role, [team])).client;
const healthOf = async (id: string) => (await plan.objectives.get(id)).json.data.health;

test('an objective follows another health of its newest update, not of an older one', async () => {
  const objective = await plan.objective(team);
  const updates = plan.updatesOf(objective);
  const [old, newest] = [await updates.write(), await updates.write()];
  const send = async ({ id, updatedAt: expectedUpdatedAt }: typeof old, fields: object) =>
    (await updates.update(id, { expectedUpdatedAt, ...fields })).json.data;
  const changed = await send(newest, { health: 'off_track', body: 'Late' });
  expect(changed).toEqual({ ...newest, health: 'off_track', body: 'Late', updatedAt: changed.updatedAt });
  expect(await healthOf(objective.id)).toBe('off_track');
  await send(old, { health: 'at_risk' });
  expect(await healthOf(objective.id)).toBe('off_track');
});

test('only its author and admins change an update, at the version that they have read', async () => {
  const objective = await plan.objective(team);
  const { id, updatedAt: expectedUpdatedAt } = await plan.updatesOf(objective).write();
  const body = { expectedUpdatedAt, body: 'Other' };
  const colleague = planningApi(workspace, await clientOf('member')).updatesOf(objective);
  expectRefusal(await colleague.update(id, body), 403, 'insufficient_role');
  const admin = planningApi(workspace, await clientOf('admin')).updatesOf(objective);
  expect((await admin.update(id, body)).json.data.body).toBe('Other');
  expectRefusal(
    await plan.updatesOf(objective).update(id, { ...body, body: 'Third' }),
    409,
    'version_conflict',
  );
});
