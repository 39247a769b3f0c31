import type { DataOf } from '../../kernel/api/operation/operation-result.ts';
import type { ExecutableOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { filesUrl } from '../attachments/attachment-files.ts';
import { ATTACHMENTS_MAX, type Attachment } from '../attachments/attachment.ts';
import { isImage } from '../attachments/file-type.ts';
import { getAttachmentDownload } from '../attachments/get-attachment-download.ts';
import { listAttachments } from '../attachments/list-attachments.ts';

/** A file of a story, as the story's page shows it. */
export interface PageFile extends Pick<
  Attachment,
  'id' | 'name' | 'size' | 'commentId' | 'createdBy' | 'createdAt'
> {
  /** Whether browsers may show it. */
  isImage: boolean;
}

type RunOperation = <O extends ExecutableOperation>(
  operation: O,
  input: { query: Record<string, unknown> },
) => Promise<DataOf<O>>;

/** The files of a story and of its comments, the newest first, without those that are still awaited. */
export async function pageFilesOf(run: RunOperation): Promise<PageFile[]> {
  const files = await run(listAttachments, { query: { limit: ATTACHMENTS_MAX } });
  return files
    .filter(({ state }) => state === 'ready')
    .map(({ contentType, ...file }) => ({ ...file, isImage: isImage(contentType) }));
}

/** The URL below which the pictures among files are; undefined if there are none. */
export const picturesUrlOf = (
  files: readonly PageFile[],
  call: Parameters<typeof filesUrl>[0],
): string | undefined => (files.some(({ isImage: isPicture }) => isPicture) ? filesUrl(call) : undefined);

/** The URL that files are uploaded to; undefined in an environment that cannot sign uploads. */
export function pageUploadUrlOf(call: Parameters<typeof filesUrl>[0]): string | undefined {
  try {
    return filesUrl(call).replace(/\/$/, '');
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The address of a file of a story, which is valid for some minutes for anyone who has it. */
export async function pageFileUrlOf(
  run: <O extends ExecutableOperation>(operation: O) => Promise<DataOf<O>>,
): Promise<string> {
  return (await run(getAttachmentDownload)).url;
}
