import { quotaOf, type WorkspaceLimits } from '../../kernel/api/limits/quotas.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Change } from '../../kernel/core/database.ts';
import { keepFile, scanOf, storeUpload, uploadedFile } from '../attachments/attachment-files.ts';
import { putReadyAttachment } from '../attachments/attachment-store.ts';
import { ATTACHMENT_MAX_BYTES, type Attachment } from '../attachments/attachment.ts';
import { typeOfFile } from '../attachments/file-type.ts';
import type { MailFile } from '../../identity/inbound-mail/parsed-mail.ts';

/** The most files of a mail that become attachments. */
export const MAIL_FILES_MAX = 20;

const MEGABYTE = 1_000_000;

interface MailFilesContext extends Pick<OperationContext, 'setting'> {
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
export async function takeFiles(files: readonly MailFile[], context: MailFilesContext): Promise<TakenFiles> {
  const { fitting, leftOut } = chooseFiles(files, context);
  // All of them before the first is looked at, so that their scans run at once: a mail is tried a few times only.
  for (const { file, id } of fitting) await upload(file, id, context);
  const taken: TakenFiles['taken'][number][] = [];
  for (const { file, id } of fitting) {
    const { name, bytes, contentType } = file;
    if (await keep(id, context))
      taken.push({ id, name, size: bytes.length, contentType: typeOfFile(bytes, contentType) });
    else leftOut.push(`${name} (the scan has refused it)`);
  }
  return { taken, leftOut };
}

/** The files that fit, with ids, and the names and reasons of the others. */
function chooseFiles(files: readonly MailFile[], { limits, nextId }: MailFilesContext) {
  const fitting: { file: MailFile; id: string }[] = [];
  const leftOut: string[] = [];
  let room = quotaOf(limits, 'attachment_megabytes') - (limits.used.attachment_megabytes ?? 0);
  for (const file of files) {
    const id = nextId();
    const reason = reasonAgainst(file, { room, count: fitting.length });
    if (reason !== undefined) {
      leftOut.push(`${file.name} (${reason})`);
      continue;
    }
    fitting.push({ file, id });
    room -= file.bytes.length / MEGABYTE;
  }
  return { fitting, leftOut };
}

function reasonAgainst({ bytes, problem }: MailFile, { room, count }: { room: number; count: number }) {
  if (problem !== undefined) return problem;
  if (bytes.length === 0) return 'it is empty';
  if (bytes.length > ATTACHMENT_MAX_BYTES) return 'it is larger than 25 MiB';
  if (count >= MAIL_FILES_MAX) return `a mail can have ${MAIL_FILES_MAX}`;
  return bytes.length / MEGABYTE > room ? 'the workspace has no room for it' : undefined;
}

/** Stores a file as if it had been uploaded. */
async function upload(
  { bytes }: MailFile,
  id: string,
  { workspaceId, setting }: MailFilesContext,
): Promise<void> {
  const call = { setting };
  if (!(await uploadedFile(call, workspaceId, id))) await storeUpload(call, workspaceId, id, bytes);
}

/** Makes an uploaded file that of its attachment. Returns false if its scan refuses it; throws while the scan is awaited. */
async function keep(id: string, { workspaceId, setting }: MailFilesContext): Promise<boolean> {
  const call = { setting };
  const scanned = await scanOf(call, workspaceId, id);
  if (scanned === 'refused') return false;
  const file = scanned === 'clean' ? await uploadedFile(call, workspaceId, id) : undefined;
  if (!file || !(await keepFile(call, workspaceId, id, file)))
    throw new Error('A file of the mail waits for its scan.');
  return true;
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
