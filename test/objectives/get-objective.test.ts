import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newKey } from '../support/workspace.ts';
import { newPrivateObjective } from './private.ts';

test('a private objective is shown to its creator, its lead and the admins of its team only', async () => {
  const { workspace, objective, insiders, outsiders } = await newPrivateObjective();
  for (const { client } of insiders) {
    expect((await planningApi(workspace, client).objectives.get(objective.id)).json.data).toEqual(objective);
  }
  for (const { client } of outsiders) {
    const error = expectRefusal(
      await planningApi(workspace, client).objectives.get(objective.id),
      404,
      'not_found',
    );
    expect(error.message).toMatch(/\bobjective\b/);
  }
});

test('no response that could name a private objective reveals it to others', async () => {
  const { workspace, team, objective, plan, outsiders } = await newPrivateObjective();
  const keyResult = await plan.keyResult(objective);
  const { client } = outsiders[0]!;
  const theirs = planningApi(workspace, client);

  expectRefusal(
    await client.get(`${workspace.path}/stories`, { objectiveId: objective.id }),
    404,
    'not_found',
  );
  expectRefusal(await theirs.keyResults.list({ objectiveId: objective.id }), 404, 'not_found');
  expectRefusal(await theirs.keyResults.get(keyResult.id), 404, 'not_found');
  expectRefusal(await theirs.objectives.delete(objective.id), 404, 'not_found');
  const story = (fields: object) =>
    client.post(
      `${workspace.path}/stories`,
      { title: 'x', teamId: team.id, ...fields },
      { 'idempotency-key': newKey() },
    );
  expectBadFields(await story({ objectiveId: objective.id }), ['objectiveId'], 'invalid_reference');
  expectBadFields(await story({ keyResultId: keyResult.id }), ['keyResultId'], 'invalid_reference');
  const sprint = { teamId: team.id, name: 'x', startDate: objective.createdAt, endDate: objective.createdAt };
  expectBadFields(
    await theirs.sprints.send({ ...sprint, objectiveId: objective.id }),
    ['objectiveId'],
    'invalid_reference',
  );
});
