import { expect, test } from 'vitest';
import { createOperator } from '../../cli/operator.ts';
import { setWorkspaceLimits } from '../../shared/identity/workspaces/set-workspace-limits.ts';
import { expectBadFields } from '../support/answers.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import { dataOf, storyApi } from './story-api.ts';

async function setUp(nextSequenceId: number) {
  const workspace = await newWorkspace();
  const home = await workspace.team();
  const admin = await workspace.person('admin', [home]);
  const body = { name: 'Moved', code: 'MOVED', nextSequenceId };
  const team = dataOf<{ id: string }>(await admin.client.post(`${workspace.path}/teams`, body), 201);
  const stories = storyApi(workspace, admin.client);
  const send = (sequenceId: number, key = newKey()) =>
    stories.send({ teamId: team.id, title: `Number ${sequenceId}`, imported: { sequenceId } }, key);
  return { workspace, admin, team, home, stories, send };
}

test('stories come with their numbers, in any order and once, before the first number of the team', async () => {
  const { workspace, admin, team, stories, send } = await setUp(6);
  const items = [5, 2, 3].map((sequenceId) => ({
    idempotencyKey: newKey(),
    body: { teamId: team.id, title: `Number ${sequenceId}`, imported: { sequenceId } },
  }));
  const bulk = async () =>
    dataOf<{ items: any[] }>(await admin.client.post(`${workspace.path}/bulk/stories`, { items }), 200).items;
  const first = await bulk();
  expect(first.map(({ data }) => data.reference)).toEqual(['MOVED-5', 'MOVED-2', 'MOVED-3']);
  expect((await bulk()).map(({ id, replayed }) => [id, replayed])).toEqual(first.map(({ id }) => [id, true]));
  expect((await stories.create({ teamId: team.id })).sequenceId).toBe(6);

  const rivals = await Promise.all([send(4), send(4), send(4)]);
  expect(rivals.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  const refused = rivals.find(({ status }) => status === 400)!;
  expectBadFields(refused, ['imported.sequenceId'], 'invalid_reference');

  await admin.client.delete(`${workspace.path}/stories/${first[1].id}`);
  expectBadFields(await send(2), ['imported.sequenceId'], 'invalid_reference');
});

test('numbers that a team may have given out are refused, as are those that are none', async () => {
  const { home, stories, send } = await setUp(3);
  expectBadFields(await send(3), ['imported.sequenceId'], 'invalid_reference');
  expectBadFields(await send(0), ['imported.sequenceId']);
  const body = { teamId: home.id, title: 'x', imported: { sequenceId: 1 } };
  expectBadFields(await stories.send(body, newKey()), ['imported.sequenceId'], 'invalid_reference');
});

test('a team leaves no more numbers than stories that the workspace may have', async () => {
  const { workspace, admin } = await setUp(2);
  const operator = createOperator(workspace.database).within(workspace.id);
  await operator.run(setWorkspaceLimits, { body: { quotas: { stories: 100 } } });
  const create = (code: string, nextSequenceId: number) =>
    admin.client.post(`${workspace.path}/teams`, { name: code, code, nextSequenceId });
  expect((await create('MUCH', 101)).json.error?.code).toBe('quota_exceeded');
  expect((await create('FITS', 50)).status).toBe(201);
});
