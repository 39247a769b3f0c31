import type { Command } from 'commander';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { completeAttachment } from '../../shared/planning/attachments/complete-attachment.ts';
import { createAttachment } from '../../shared/planning/attachments/create-attachment.ts';
import { getAttachmentDownload } from '../../shared/planning/attachments/get-attachment-download.ts';
import { listAttachments } from '../../shared/planning/attachments/list-attachments.ts';
import type { Attachment } from '../../shared/planning/attachments/attachment.ts';
import type { UploadForm } from '../../shared/kernel/core/upload-form.ts';
import { withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { findNamed } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { uploadFile } from '../core/upload-file.ts';
import { findStory } from '../find-story.ts';
import { download } from '../export/download.ts';
import { storableName } from '../export/download-attachments.ts';
import { serviceCommand, withService, type ServiceOptions, type ServiceSession } from '../service-session.ts';

interface CommentOptions extends ServiceOptions {
  comment?: string;
}

const columns: Columns<Attachment> = {
  name: ({ name }) => name,
  type: ({ contentType }) => contentType,
  bytes: ({ size }) => size,
  state: ({ state }) => state,
  comment: ({ commentId }) => commentId,
  id: ({ id }) => id,
};

/** Types that a file's first bytes do not distinguish from others, by the end of its name. */
const typesByExtension: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.md': 'text/markdown',
  '.json': 'application/json',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.epub': 'application/epub+zip',
};

const UNKNOWN_TYPE = 'application/octet-stream';

/** `plotline attachments …`: the files of stories and comments. */
export function attachmentsCommand(program: Command): void {
  const noun = program
    .command('attachments')
    .alias('attachment')
    .description('the files of stories and comments, with a token; plotline stories attach adds one');

  serviceCommand(noun, 'list <story>', 'list the files of a story, newest first, with those of its comments')
    .option('--comment <id>', 'only those of this comment')
    .action((text: string, options: CommentOptions) =>
      withService(options, async (session) => {
        const found = await attachmentsOf(session, text, options);
        session.output.list(found, columns, 'There are no files.');
      }),
    );

  serviceCommand(noun, 'download <story> <file>', 'download a file of a story, by its name or id')
    .option('--comment <id>', 'only among the files of this comment')
    .option('--to <file>', 'where to store it (default: its name, in this folder)')
    .action((text: string, name: string, options: CommentOptions & { to?: string }) =>
      withService(options, async (session) => {
        const file = findNamed('file', await attachmentsOf(session, text, options), name);
        const to = options.to ?? storableName(file.name).replace(/^[.-]+/, '_');
        const path = { storyId: file.storyId, attachmentId: file.id };
        const { url } = await session.operations.run(getAttachmentDownload, { path });
        await store(to, () => download(url, to));
        session.output.done(`Downloaded ${file.name} to ${to}.`);
        if (session.output.json) session.output.record({ ...file, path: to }, {});
      }),
    );
}

/** `plotline stories attach`. */
export function attachCommand(stories: Command): void {
  serviceCommand(stories, 'attach <story> <file>', 'attach a file to a story, with a token')
    .option('--comment <id>', 'to this comment on it, which the member of the token wrote')
    .action((text: string, file: string, options: CommentOptions) =>
      withService(options, async ({ operations, output }) => {
        const { id: storyId, reference } = await findStory(operations, text);
        const body = announcement(file, options.comment);
        const { data, secret } = await operations.runForSecret(createAttachment, { path: { storyId }, body });
        if (!(await uploadFile(secret as unknown as UploadForm, file)))
          throw new CommandError(`${file} could not be uploaded. Run the same command again.`);
        const path = { storyId, attachmentId: data.id };
        const made = await operations.run(completeAttachment, { path });
        output.done(`Attached ${made.name} to ${reference}.`);
        output.record(made, output.json ? {} : columns);
      }),
    );
}

async function attachmentsOf({ operations }: ServiceSession, text: string, { comment }: CommentOptions) {
  const { id: storyId } = await findStory(operations, text);
  const query = comment === undefined ? {} : { commentId: comment };
  return await operations.list(listAttachments, { path: { storyId }, query });
}

/** What the service is notified of a file before it is uploaded. */
function announcement(file: string, commentId: string | undefined) {
  const size = statSync(file, { throwIfNoEntry: false });
  if (!size?.isFile()) throw new CommandError(`${file} is not a file.`);
  const contentType = typesByExtension[extname(file).toLowerCase()] ?? UNKNOWN_TYPE;
  return { name: basename(file), contentType, size: size.size, ...withoutUndefined({ commentId }) };
}

/** Writes a file that is not there yet; one that cannot be written whole is removed. */
async function store(to: string, write: () => Promise<unknown>): Promise<void> {
  try {
    writeFileSync(to, '', { flag: 'wx' });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const problem = code === 'EEXIST' ? `There is already a file ${to}` : `${to} cannot be written (${code})`;
    throw new CommandError(`${problem}; name another one with --to.`);
  }
  try {
    await write();
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}
