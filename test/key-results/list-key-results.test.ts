import { expect, test } from 'vitest';
import { expectRefusal, readAll, readPages } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';
import { newPrivateObjective } from '../objectives/private.ts';

const ids = (list: { id: string }[]) => list.map(({ id }) => id);

test('key results come in pages, of all joined teams, of a team or of an objective', async () => {
  const workspace = await newWorkspace();
  const teams = await Promise.all([workspace.team(), workspace.team()]);
  const { client } = await workspace.person('member', teams);
  const plan = planningApi(workspace, client);
  const objectives = [
    await plan.objective(teams[0]),
    await plan.objective(teams[0]),
    await plan.objective(teams[1]),
  ];
  const made = [];
  for (let n = 0; n < 12; n++) made.unshift(await plan.keyResult(objectives[n % 3]!));
  const path = `${workspace.path}/key-results`;

  for (const limit of [1, 5, 50])
    expect(ids((await readPages(client, path, { limit })).flat())).toEqual(ids(made));
  for (const { id: teamId } of teams) {
    expect(ids(await readAll(client, path, { teamId }))).toEqual(
      ids(made.filter((one) => one.teamId === teamId)),
    );
  }
  const { id: objectiveId } = objectives[1]!;
  const pages = await readPages(client, path, { objectiveId, limit: 2 });
  expect(ids(pages.flat())).toEqual(ids(made.filter((one) => one.objectiveId === objectiveId)));
  expect(await readAll(client, path, { objectiveId, teamId: teams[1].id })).toEqual([]);
});

test('key results of a private objective are listed only for those who may see it', async () => {
  const { workspace, team, objective, plan, insiders, outsiders } = await newPrivateObjective();
  const open = await plan.keyResult(await plan.objective(team));
  const hidden = await plan.keyResult(objective);
  const path = `${workspace.path}/key-results`;
  for (const { client } of insiders) expect(ids(await readAll(client, path))).toEqual(ids([hidden, open]));
  expect(ids(await readAll(outsiders[0]!.client, path, { limit: 1 }))).toEqual([open.id]);
});

test('an unknown objective is a 404', async () => {
  const { workspace, outsiders } = await newPrivateObjective();
  const { keyResults } = planningApi(workspace, outsiders[0]!.client);
  expectRefusal(
    await keyResults.list({ objectiveId: '01900000-0000-7000-8000-000000000000' }),
    404,
    'not_found',
  );
});
