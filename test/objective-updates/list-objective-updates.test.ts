import { expect, test } from 'vitest';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

const workspace = await newWorkspace();
const team = await workspace.team();
const { client } = await workspace.person('member', [team]);
const plan = planningApi(workspace, client);

test('the updates of an objective are listed newest first, page by page', async () => {
  const objective = await plan.objective(team);
  const updates = plan.updatesOf(objective);
  const written = [
    await updates.write(),
    await updates.write({ health: 'off_track' }),
    await updates.write(),
  ];
  await plan.updatesOf(await plan.objective(team)).write();
  const { data, meta } = (await updates.list({ limit: 2 })).json;
  expect(data).toEqual([written[2], written[1]]);
  expect((await updates.list({ limit: 2, cursor: meta.nextCursor })).json.data).toEqual([written[0]]);
});

test('objectives include their newest update where a request asks for it, and no other', async () => {
  const [objective, bare] = [await plan.objective(team), await plan.objective(team)];
  await plan.updatesOf(objective).write({ body: 'Old' });
  const newest = await plan.updatesOf(objective).write({ body: 'New' });
  const include = { include: 'latestUpdate' };
  const at = `${workspace.path}/objectives`;
  expect((await client.get(`${at}/${objective.id}`, include)).json.included).toEqual({
    latestUpdate: [newest],
  });
  expect((await client.get(`${at}/${bare.id}`, include)).json.included).toEqual({ latestUpdate: [] });
  expect((await client.get(`${at}/${objective.id}`)).json.included).toBeUndefined();
  const listed = (await client.get(at, { ...include, limit: 2 })).json;
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([bare.id, objective.id]);
  expect(listed.included).toEqual({ latestUpdate: [newest] });
});
