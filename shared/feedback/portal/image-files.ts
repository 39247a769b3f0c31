import { presignPost, storagePlace, type PresignedPost } from '../../kernel/aws/presign.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { ATTACHMENT_BUCKET_VARIABLE, IMAGE_PREFIX, UPLOAD_PREFIX } from '../../kernel/core/file-bucket.ts';
import { IMAGE_MAX_BYTES } from './image.ts';
import type { ImageFiles } from './image-store.ts';
import type { Portal } from './portal.ts';

/** How long an upload can begin, in seconds. */
export const UPLOAD_SECONDS = 60 * 60;

type Settings = Pick<OperationContext, 'setting'>;
type ImagePortal = Pick<Portal, 'id' | 'workspaceId'>;

const uploadKey = ({ id, workspaceId }: ImagePortal, uploadId: string): string =>
  `${UPLOAD_PREFIX}${workspaceId}/${id}/${uploadId}`;

/** The name in the bucket of a version of an image. */
export const versionKey = ({ folder }: Pick<ImageFiles, 'folder'>, width: number): string =>
  `${folder}/${width}.webp`;

function bucketOf({ setting }: Settings): string {
  const bucket = setting(ATTACHMENT_BUCKET_VARIABLE);
  if (!bucket)
    throw new ApiError('service_unavailable', 'This environment has no place for files of images.');
  return bucket;
}

/** A form that uploads the file of an image, whatever its type, to a portal. Throws a 503 where none can be signed. */
export function uploadForm(
  call: Settings & Pick<OperationContext, 'now'>,
  portal: ImagePortal,
  uploadId: string,
): PresignedPost {
  const place = storagePlace();
  if (!place) throw new ApiError('service_unavailable', 'This environment cannot sign uploads.');
  const upload = {
    bucket: bucketOf(call),
    key: uploadKey(portal, uploadId),
    contentType: 'application/octet-stream',
    size: { least: 1, most: IMAGE_MAX_BYTES },
  };
  return presignPost(place, upload, { now: call.now, seconds: UPLOAD_SECONDS });
}

/** The file that was uploaded to a portal by its form; undefined before it has arrived. */
export async function uploadedImage(
  call: Settings,
  portal: ImagePortal,
  uploadId: string,
): Promise<Buffer | undefined> {
  const { getObject } = await import('../../kernel/core/bucket.ts');
  const bytes = await getObject(bucketOf(call), uploadKey(portal, uploadId));
  return bytes && Buffer.from(bytes);
}

/** Stores the versions of an image before the image is: they are announced first, so that none is left without one. */
export async function storeVersions(
  call: Settings & { announce: (files: ImageFiles) => Promise<unknown> },
  { workspaceId }: ImagePortal,
  id: string,
  versions: ReadonlyMap<number, Buffer>,
): Promise<ImageFiles> {
  const { putObject } = await import('../../kernel/core/bucket.ts');
  const bucket = bucketOf(call);
  const files = {
    folder: `${IMAGE_PREFIX}${workspaceId}/${id}`,
    widths: [...versions.keys()].sort((a, b) => a - b),
  };
  await call.announce(files);
  await Promise.all(
    [...versions].map(([width, bytes]) => putObject(bucket, versionKey(files, width), bytes)),
  );
  return files;
}

/** The bytes of the smallest version that is as wide as `fit` pixels, or of the widest; undefined if it is gone. */
export async function readVersion(
  call: Settings,
  files: ImageFiles,
  fit: number | undefined,
): Promise<Buffer | undefined> {
  const width = files.widths.find((one) => fit !== undefined && one >= fit) ?? files.widths.at(-1)!;
  const { getObject } = await import('../../kernel/core/bucket.ts');
  const bytes = await getObject(bucketOf(call), versionKey(files, width));
  return bytes && Buffer.from(bytes);
}
