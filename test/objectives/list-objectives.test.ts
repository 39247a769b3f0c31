import { describe, expect, test } from 'vitest';
import { expectRefusal, readAll, readPages } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';
import { newPrivateObjective } from './private.ts';

const ids = (list: { id: string }[]) => list.map(({ id }) => id);

test('a private objective is listed for those who may see it, and leaves no gap for others', async () => {
  const { workspace, team, objective, plan, insiders, outsiders } = await newPrivateObjective();
  const open = [objective];
  for (let made = 0; made < 8; made++) open.unshift(await plan.objective(team, { private: made % 2 === 0 }));
  const path = `${workspace.path}/objectives`;

  for (const { client } of insiders.filter((_, position) => position !== 1)) {
    expect(ids(await readAll(client, path))).toEqual(ids(open));
  }
  const visible = open.filter((one) => !one.private);
  const pages = await readPages(outsiders[0]!.client, path, { limit: 2 });
  expect(ids(pages.flat())).toEqual(ids(visible));
  expect(pages.map(({ length }) => length)).toEqual([2, 2]);
});

describe('a list of objectives', () => {
  test('comes in pages, newest first, of the joined teams or of one', async () => {
    const workspace = await newWorkspace();
    const teams = await Promise.all([workspace.team(), workspace.team()]);
    const { client, id } = await workspace.person('member', teams);
    const plan = planningApi(workspace, client);
    const made = [];
    for (let n = 0; n < 9; n++) made.unshift(await plan.objective(teams[n % 2]!));
    const path = `${workspace.path}/objectives`;

    for (const limit of [1, 4, 50])
      expect(ids((await readPages(client, path, { limit })).flat())).toEqual(ids(made));
    const ofOne = made.filter(({ teamId }) => teamId === teams[0].id);
    expect(ids(await readAll(client, path, { teamId: teams[0].id }))).toEqual(ids(ofOne));

    const restricted = await workspace.clientFor(id, { teamIds: teams.map((team) => team.id) });
    expectRefusal(await restricted.get(path), 400, 'team_required');
  });
});
