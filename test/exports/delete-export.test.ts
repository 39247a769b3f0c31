import { expect, test } from 'vitest';
import { runExport } from '../../shared/surface/export-run/run-export.ts';
import { expectRefusal } from '../support/answers.ts';
import { newExportWorkspace } from './export-workspace.ts';

test('a deleted export is gone, with its links, and its job ends', async () => {
  const { workspace, exports } = await newExportWorkspace();
  const { id } = await exports.ended((await exports.create()).id);
  expect((await exports.delete(id)).json.data).toEqual({ id, deleted: true });
  expectRefusal(await exports.get(id), 404, 'not_found');
  expectRefusal(await exports.fileOf(id, 'manifest.json'), 404, 'not_found');
  expectRefusal(await exports.delete(id), 404, 'not_found');
  expect(await runExport({ database: workspace.database, now: new Date() }, id)).toBeUndefined();
});
