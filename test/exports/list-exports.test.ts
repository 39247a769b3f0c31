import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { exportApi } from './export-api.ts';
import { newExportWorkspace } from './export-workspace.ts';

test('the list has the exports of its caller, newest first, at most five, however many others have', async () => {
  const { workspace, team, exports } = await newExportWorkspace();
  const colleague = exportApi(workspace, (await workspace.person('admin', [team])).client);
  for (let made = 0; made < 5; made++) await colleague.create();
  const ids: string[] = [];
  for (let made = 0; made < 5; made++) ids.unshift((await exports.create()).id);
  expect((await exports.list()).map(({ id }) => id)).toEqual(ids);
  expectRefusal(await exports.send(), 409, 'quota_exceeded');
  await exports.delete(ids[0]!);
  expect((await exports.send()).status).toBe(201);
});
