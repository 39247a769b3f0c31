import { expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getViewItem } from '../../shared/planning/views/view-item-store.ts';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';
import { viewApi } from './view-api.ts';

test('a view is gone for everyone, and a deleted team takes its own along', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const api = viewApi(workspace, admin.client);
  const [one, other] = [
    await api.create({ visibility: 'team', teamId: team.id }),
    await api.create({ visibility: 'team', teamId: team.id }),
  ];
  expect((await api.delete(one.id)).json.data).toEqual({ id: one.id, deleted: true });
  expectRefusal(await api.get(one.id), 404, 'not_found');
  expect(await api.list({ teamId: team.id })).toEqual([other]);
  expect((await admin.client.delete(`${workspace.path}/teams/${team.id}`)).status).toBe(200);
  expect(await getViewItem(createReader(workspace.database), other.id)).toBeUndefined();
});
