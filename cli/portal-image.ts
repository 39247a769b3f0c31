import { readFileSync } from 'node:fs';
import { ApiError } from '../shared/kernel/core/errors.ts';
import { ATTACHMENT_BUCKET_VARIABLE } from '../shared/kernel/core/file-bucket.ts';
import { IMAGE_INLINE_MAX_BYTES } from '../shared/feedback/portal/image.ts';
import { createPortalImage } from '../shared/feedback/portals/create-portal-image.ts';
import type { Portal } from '../shared/feedback/portal/portal.ts';
import { CommandError } from './core/command-error.ts';
import type { WorkspaceOperations } from './workspace-operations.ts';

/**
 * Uploads an image file to a portal and returns its id. Throws a CommandError if it is not an image or too
 * large.
 */
export async function addPortalImage(
  operations: WorkspaceOperations,
  { id: portalId }: Portal,
  file: string,
): Promise<string> {
  const body = { data: readFileSync(file).toString('base64') };
  try {
    return (await operations.run(createPortalImage, { path: { portalId }, body })).id;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'service_unavailable')
      throw new CommandError(
        `${file} is larger than ${IMAGE_INLINE_MAX_BYTES / 1024} KiB, so it needs the bucket of files: use --stack, or set ${ATTACHMENT_BUCKET_VARIABLE} to the output AttachmentBucket of the data stack.`,
      );
    if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error;
    const message = error.message.replace(/^data/, file).replace(/; createPortalImageUpload.*(?=\.)/, '');
    throw new CommandError(message);
  }
}
