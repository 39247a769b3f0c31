import { expect, test } from 'vitest';
import { expectRefusal, readAll } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

test('a deleted sprint is gone, and remains so', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const { sprint: make, sprints } = planningApi(workspace, client);
  const [sprint, kept] = [await make(team), await make(team)];
  const headers = { 'idempotency-key': newKey() };

  const gone = { id: sprint.id, deleted: true };
  expect((await sprints.delete(sprint.id, headers)).json.data).toEqual(gone);
  expect((await sprints.delete(sprint.id, headers)).json.data).toEqual(gone);
  expectRefusal(await sprints.delete(sprint.id), 404, 'not_found');
  expectRefusal(await sprints.get(sprint.id), 404, 'not_found');
  expectRefusal(
    await sprints.update(sprint.id, { expectedUpdatedAt: sprint.updatedAt, name: 'x' }),
    404,
    'not_found',
  );
  expect(await readAll(client, `${workspace.path}/sprints`)).toEqual([kept]);
});
