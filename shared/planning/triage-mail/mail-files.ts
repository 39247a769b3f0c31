import { quotaOf, type WorkspaceLimits } from '../../kernel/api/limits/quotas.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Change } from '../../kernel/core/database.ts';
import { keepFile, scanOf, storeUpload, uploadedFile } from '../attachments/attachment-files.ts';
import { putReadyAttachment } from '../attachments/attachment-store.ts';
import { ATTACHMENT_MAX_BYTES, type Attachment } from '../attachments/attachment.ts';
import { typeOfFile } from '../attachments/file-type.ts';
import type { MailFile } from './parsed-mail.ts';

/** The most files of a mail that become attachments. */
export const MAIL_FILES_MAX = 20;

const MEGABYTE = 1_000_000;

interface Context extends Pick<OperationContext, 'setting'> {
  workspaceId: string;
  limits: WorkspaceLimits;
  /** Draws the same ids each time that the mail is delivered. */
  nextId: () => string;
}

/** What becomes of the files of a mail. */
export interface TakenFiles {
  taken: readonly Pick<Attachment, 'id' | 'name' | 'contentType' | 'size'>[];
  /** Names and reasons of the others. */
  leftOut: readonly string[];
}

/** Stores the files of a mail that fit, under ids of their own, so that repeating it stores nothing twice. */
export async function takeFiles(files: readonly MailFile[], context: Context): Promise<TakenFiles> {
  const { limits } = context;
  const taken: TakenFiles['taken'][number][] = [];
  const leftOut: string[] = [];
  let room = quotaOf(limits, 'attachment_megabytes') - (limits.used.attachment_megabytes ?? 0);
  for (const file of files) {
    const id = context.nextId();
    const reason = reasonAgainst(file, { room, count: taken.length }) ?? (await keep(file, id, context));
    if (reason !== undefined) leftOut.push(`${file.name} (${reason})`);
    else {
      const { name, bytes, contentType } = file;
      taken.push({ id, name, size: bytes.length, contentType: typeOfFile(bytes, contentType) });
      room -= bytes.length / MEGABYTE;
    }
  }
  return { taken, leftOut };
}

function reasonAgainst({ bytes }: MailFile, { room, count }: { room: number; count: number }) {
  if (bytes.length === 0) return 'it is empty';
  if (bytes.length > ATTACHMENT_MAX_BYTES) return 'it is larger than 25 MiB';
  if (count >= MAIL_FILES_MAX) return `a mail can have ${MAIL_FILES_MAX}`;
  return bytes.length / MEGABYTE > room ? 'the workspace has no room for it' : undefined;
}

/** Stores a file as if it had been uploaded. Returns why it is left out; throws while its scan is awaited. */
async function keep({ bytes }: MailFile, id: string, { workspaceId, setting }: Context) {
  const call = { setting };
  if (!(await uploadedFile(call, workspaceId, id))) await storeUpload(call, workspaceId, id, bytes);
  const scanned = await scanOf(call, workspaceId, id);
  if (scanned === 'refused') return 'the scan has refused it';
  const file = scanned === 'clean' ? await uploadedFile(call, workspaceId, id) : undefined;
  if (!file || !(await keepFile(call, workspaceId, id, file)))
    throw new Error('A file of the mail waits for its scan.');
  return undefined;
}

/** Changes that attach files to a new story. */
export const attachFiles = (
  { taken }: TakenFiles,
  story: { id: string; workspaceId: string; createdAt: string },
  createdBy: string,
): Change[] =>
  taken.map((file) =>
    putReadyAttachment(
      {
        ...file,
        storyId: story.id,
        commentId: null,
        state: 'ready',
        createdBy,
        createdAt: story.createdAt,
        updatedAt: story.createdAt,
      },
      story.workspaceId,
    ),
  );
