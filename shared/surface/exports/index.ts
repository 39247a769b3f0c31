import { createExport } from './create-export.ts';
import { deleteExport } from './delete-export.ts';
import { getExport } from './get-export.ts';
import { getExportFile } from './get-export-file.ts';
import { listExports } from './list-exports.ts';

export const exportOperations = [listExports, createExport, getExport, getExportFile, deleteExport];
