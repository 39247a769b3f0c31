import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Attachment } from '../../shared/planning/attachments/attachment.ts';
import type { UploadForm } from '../../shared/kernel/core/upload-form.ts';
import { uploadFile } from '../core/upload-file.ts';
import { storedName } from '../export/download-attachments.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import type { ClientResponse } from '../import/api-client.ts';
import { inTurns } from './in-turns.ts';
import { settle, type Recreation } from './recreation.ts';

type AttachmentLine = Attachment & ExportedLine;

/** Uploads the files that the export has the bytes of. */
export async function recreateFiles(work: Recreation): Promise<void> {
  const turns = inTurns(work.stopping);
  for (const line of work.source.lines('attachments') as Generator<AttachmentLine>)
    await turns.add(line.storyId, async () => {
      if (!work.ids.has(line.id) && line.state === 'ready') await makeFile(work, line);
      work.tick();
    });
  await turns.end();
}

async function makeFile(work: Recreation, line: AttachmentLine): Promise<void> {
  const omit = (reason: string) => work.omit({ kind: 'attachments', id: line.id, reason });
  const storyId = work.ids.get(line.storyId);
  const file = join(work.source.folder, 'files', storedName(line));
  if (storyId === undefined) return omit('belongs to what was not recreated');
  // A link could lead to any file of this machine.
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile())
    return omit('the export has no bytes of it: run plotline export without --no-files');
  const at = `${work.path}/stories/${storyId}/attachments`;
  const answer = await announce(work, at, line);
  const { upload } = answer as { upload?: UploadForm };
  if (answer.status >= 300 || !upload) return void settle(work, 'attachments', line, answer);
  const { id } = answer.data as Attachment;
  if (!(await uploadFile(upload, file))) return omit('its upload failed; run the same command again');
  settle(
    work,
    'attachments',
    line,
    await work.client.send('POST', `${at}/${id}/complete`, undefined, randomUUID()),
  );
}

/** Announces a file: one of a comment with it, where its author is who imports. The form is in the first answer only. */
async function announce(work: Recreation, at: string, line: AttachmentLine): Promise<ClientResponse> {
  const { name, contentType, size } = line;
  const commentId = line.commentId === null ? undefined : work.ids.get(line.commentId);
  const post = (body: object) => work.client.send('POST', at, JSON.stringify(body), randomUUID());
  const ofComment = commentId === undefined ? undefined : await post({ name, contentType, size, commentId });
  if (ofComment && ofComment.status < 300) return ofComment;
  if (line.commentId !== null)
    work.omit({
      kind: 'attachments',
      id: line.id,
      field: 'commentId',
      reason: 'is a comment of someone else',
    });
  return await post({ name, contentType, size });
}
