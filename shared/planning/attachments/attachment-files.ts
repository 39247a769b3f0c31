import { bucketUrl, presignGet, presignPost, storagePlace } from '../../kernel/aws/presign.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import {
  ATTACHMENT_BUCKET_VARIABLE,
  ATTACHMENT_SCAN_VARIABLE,
  UPLOAD_PREFIX,
} from '../../kernel/core/file-bucket.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { fileKey } from './attachment-store.ts';
import type { Attachment } from './attachment.ts';
import type { UploadForm } from '../../kernel/core/upload-form.ts';
import { isImage, LOOKED_AT_BYTES, UNKNOWN_TYPE } from './file-type.ts';

/** How long an upload can begin, and how long a link is valid, in seconds. */
const UPLOAD_SECONDS = 60 * 60;
export const LINK_SECONDS = 5 * 60;

type Settings = Pick<OperationContext, 'setting'>;

const uploadKey = (workspaceId: string, id: string): string => `${UPLOAD_PREFIX}${workspaceId}/${id}`;

function bucketOf({ setting }: Settings): string {
  const bucket = setting(ATTACHMENT_BUCKET_VARIABLE);
  if (!bucket) throw new Error('The function has no bucket of attachments; the deployment gives it one.');
  return bucket;
}

function placeOrThrow() {
  const place = storagePlace();
  if (!place) throw new ApiError('service_unavailable', 'This environment cannot sign links to files.');
  return place;
}

/** The URL below which all files are, which pages that show them allow. */
export const filesUrl = (call: Settings): string => bucketUrl(placeOrThrow(), bucketOf(call));

/** How a client uploads the file of an attachment: of the announced type, and exactly of the announced size. */
export function uploadOf(
  call: Settings & Pick<OperationContext, 'now'>,
  workspaceId: string,
  { id, contentType, size }: Pick<Attachment, 'id' | 'contentType' | 'size'>,
): UploadForm {
  const upload = { bucket: bucketOf(call), key: uploadKey(workspaceId, id), contentType, size };
  return presignPost(placeOrThrow(), upload, { now: call.now, seconds: UPLOAD_SECONDS });
}

/**
 * A link to the file of an attachment. It names the file's type only for images; browsers save everything else, whatever
 * it contains.
 */
export function linkTo(
  call: Settings & Pick<OperationContext, 'now'>,
  workspaceId: string,
  { id, name, contentType }: Pick<Attachment, 'id' | 'name' | 'contentType'>,
  disposition: 'attachment' | 'inline',
): string {
  const shown = {
    bucket: bucketOf(call),
    key: fileKey(workspaceId, id),
    contentType: isImage(contentType) ? contentType : UNKNOWN_TYPE,
    contentDisposition: `${isImage(contentType) ? disposition : 'attachment'}; ${fileNameParameters(name)}`,
  };
  return presignGet(placeOrThrow(), shown, { now: call.now, seconds: LINK_SECONDS });
}

/** The name of a file as a header has it: for old clients in ASCII, and whole (RFC 6266). */
function fileNameParameters(name: string): string {
  const ascii = name.replaceAll(/[^ -~]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${whole}`;
}

/** A file that has arrived. */
interface UploadedFile {
  start: Uint8Array;
  size: number;
  /** Identifies its bytes. */
  etag: string;
}

/** Returns the uploaded file of an attachment; undefined before it has arrived. */
export async function uploadedFile(
  call: Settings,
  workspaceId: string,
  id: string,
): Promise<UploadedFile | undefined> {
  const { getObjectStart } = await import('../../kernel/core/bucket.ts');
  return await getObjectStart(bucketOf(call), uploadKey(workspaceId, id), LOOKED_AT_BYTES);
}

/** Stores the file of an attachment as if it had been uploaded. */
export async function storeUpload(
  call: Settings,
  workspaceId: string,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  const { putObject } = await import('../../kernel/core/bucket.ts');
  await putObject(bucketOf(call), uploadKey(workspaceId, id), bytes);
}

/** The first bytes of the file that an attachment has; undefined if it is gone. */
export async function startOfFile(
  call: Settings,
  workspaceId: string,
  id: string,
  bytes: number,
): Promise<Uint8Array | undefined> {
  const { getObjectStart } = await import('../../kernel/core/bucket.ts');
  return (await getObjectStart(bucketOf(call), fileKey(workspaceId, id), bytes))?.start;
}

/** What a scan says of an uploaded file; `clean` where the environment has none. */
export async function scanOf(
  call: Settings,
  workspaceId: string,
  id: string,
): Promise<'clean' | 'awaited' | 'refused'> {
  const [name, clean] = call.setting(ATTACHMENT_SCAN_VARIABLE)?.split('=') ?? [];
  if (!name) return 'clean';
  const { getObjectTag } = await import('../../kernel/core/bucket.ts');
  const value = await getObjectTag(bucketOf(call), uploadKey(workspaceId, id), name);
  if (value === undefined) return 'awaited';
  return value === clean ? 'clean' : 'refused';
}

/** Makes an uploaded file that of its attachment. Returns false if it was replaced by another since it was looked at. */
export async function keepFile(
  call: Settings,
  workspaceId: string,
  id: string,
  { etag }: Pick<UploadedFile, 'etag'>,
): Promise<boolean> {
  const { copyObject } = await import('../../kernel/core/bucket.ts');
  const keys = { from: uploadKey(workspaceId, id), to: fileKey(workspaceId, id) };
  return await copyObject(bucketOf(call), keys, etag);
}
