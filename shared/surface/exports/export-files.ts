import type { OperationContext } from '../../kernel/core/call.ts';
import { ATTACHMENT_BUCKET_VARIABLE, EXPORT_PREFIX } from '../../kernel/core/file-bucket.ts';
import type { Export } from './export.ts';

/** Where the files of an export are. */
export type ExportPlace = Pick<Export, 'id' | 'workspaceId'>;

export const keyOf = ({ id, workspaceId }: ExportPlace, name: string): string =>
  `${EXPORT_PREFIX}${workspaceId}/${id}/${name}`;

export function bucketOf(setting: OperationContext['setting']): string {
  const bucket = setting(ATTACHMENT_BUCKET_VARIABLE);
  if (!bucket) throw new Error('The function has no bucket of files; the deployment gives it one.');
  return bucket;
}

/** Writes a file of an export, in the place of an earlier attempt. */
export async function writeFile(
  setting: OperationContext['setting'],
  of: ExportPlace,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const { putObject } = await import('../../kernel/core/bucket.ts');
  await putObject(bucketOf(setting), keyOf(of, name), bytes);
}

/** Returns a file that an earlier run of the export has written. */
export async function readExportFile(
  setting: OperationContext['setting'],
  of: ExportPlace,
  name: string,
): Promise<Uint8Array> {
  const { getObject } = await import('../../kernel/core/bucket.ts');
  const content = await getObject(bucketOf(setting), keyOf(of, name));
  if (!content) throw new Error(`The export ${of.id} has no ${name} in its bucket.`);
  return content;
}
