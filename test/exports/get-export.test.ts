import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { exportApi } from './export-api.ts';
import { newExportWorkspace } from './export-workspace.ts';

test('an export exists only for who asked for it', async () => {
  const { workspace, team, exports } = await newExportWorkspace();
  const made = await exports.ended((await exports.create()).id);
  expect((await exports.get(made.id)).json.data).toEqual(made);
  const colleague = exportApi(workspace, (await workspace.person('admin', [team])).client);
  const { workspace: elsewhere, admin: foreigner } = await newExportWorkspace();
  expectRefusal(await colleague.get(made.id), 404, 'not_found');
  expectRefusal(await exportApi(elsewhere, foreigner.client).get(made.id), 404, 'not_found');
});
