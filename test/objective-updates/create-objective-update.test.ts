import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

const workspace = await newWorkspace();
const team = await workspace.team();
const author = await workspace.person('member', [team]);
const plan = planningApi(workspace, author.client);

const readObjective = async (id: string) => (await plan.objectives.get(id)).json.data;

test('an objective takes the health of its newest update, in the same write', async () => {
  const objective = await plan.objective(team);
  const updates = plan.updatesOf(objective);
  const first = await updates.write({ health: 'at_risk', body: 'One **decision** is missing.' });
  expect(first).toMatchObject({
    workspaceId: workspace.id,
    teamId: team.id,
    objectiveId: objective.id,
    health: 'at_risk',
    body: 'One **decision** is missing.',
    authorId: author.id,
    updatedAt: first.createdAt,
  });
  const changed = await readObjective(objective.id);
  expect(changed).toMatchObject({ health: 'at_risk' });
  expect(changed.updatedAt > objective.updatedAt).toBe(true);

  await updates.write({ health: 'at_risk' });
  expect(await readObjective(objective.id)).toEqual(changed);
});

test('an update is written once for a key, and refused of what is not there or out of sight', async () => {
  const objective = await plan.objective(team, { private: true });
  const [body, headers] = [{ health: 'on_track', body: 'Fine' }, { 'idempotency-key': newKey() }];
  const updates = plan.updatesOf(objective);
  const made = await updates.send(body, headers);
  const again = await updates.send(body, headers);
  expect(again.json.data).toEqual(made.json.data);
  expect((await updates.list()).json.data).toEqual([made.json.data]);

  const stranger = planningApi(workspace, (await workspace.person('member', [team])).client);
  expectRefusal(await stranger.updatesOf(objective).send(body), 404, 'not_found');
  await plan.objectives.delete(objective.id);
  expectRefusal(await updates.send(body), 404, 'not_found');
});

test('an update needs a health and a text of at most 10,000 characters', async () => {
  const updates = plan.updatesOf(await plan.objective(team));
  for (const [body, path] of [
    [{ body: 'Fine' }, 'health'],
    [{ health: 'good', body: 'Fine' }, 'health'],
    [{ health: 'on_track' }, 'body'],
    [{ health: 'on_track', body: '' }, 'body'],
    [{ health: 'on_track', body: 'x'.repeat(10_001) }, 'body'],
  ] as const) {
    const { fields } = expectRefusal(await updates.send(body), 400, 'invalid_request');
    expect(fields.map((field: { path: string }) => field.path)).toEqual([path]);
  }
});
