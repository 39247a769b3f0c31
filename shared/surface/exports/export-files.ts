import { presignGet, storagePlace } from '../../kernel/aws/presign.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { ATTACHMENT_BUCKET_VARIABLE, EXPORT_PREFIX } from '../../kernel/core/file-bucket.ts';
import type { Export } from './export.ts';

/** How long a link is valid, in seconds. */
const LINK_SECONDS = 5 * 60;

type Files = Pick<Export, 'id' | 'workspaceId'>;

const keyOf = ({ id, workspaceId }: Files, name: string): string =>
  `${EXPORT_PREFIX}${workspaceId}/${id}/${name}`;

function bucketOf(setting: OperationContext['setting']): string {
  const bucket = setting(ATTACHMENT_BUCKET_VARIABLE);
  if (!bucket) throw new Error('The function has no bucket of files; the deployment gives it one.');
  return bucket;
}

/** Writes a file of an export, in the place of an earlier attempt. */
export async function writeFile(
  setting: OperationContext['setting'],
  of: Files,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const { putObject } = await import('../../kernel/core/bucket.ts');
  await putObject(bucketOf(setting), keyOf(of, name), bytes);
}

/** Returns a file that an earlier run of the export has written. */
export async function readExportFile(
  setting: OperationContext['setting'],
  of: Files,
  name: string,
): Promise<Uint8Array> {
  const { getObject } = await import('../../kernel/core/bucket.ts');
  const content = await getObject(bucketOf(setting), keyOf(of, name));
  if (!content) throw new Error(`The export ${of.id} has no ${name} in its bucket.`);
  return content;
}

/** A link by which anyone who has it saves a file of an export. */
export function linkToFile(
  { now, setting }: Pick<OperationContext, 'now' | 'setting'>,
  of: Files,
  name: string,
): { url: string; expiresAt: string } {
  const place = storagePlace();
  if (!place) throw new ApiError('service_unavailable', 'This environment cannot sign links to files.');
  const file = {
    bucket: bucketOf(setting),
    key: keyOf(of, name),
    contentType: 'application/octet-stream',
    contentDisposition: `attachment; filename="${name}"`,
  };
  return {
    url: presignGet(place, file, { now, seconds: LINK_SECONDS }),
    expiresAt: new Date(now.getTime() + LINK_SECONDS * 1_000).toISOString(),
  };
}
