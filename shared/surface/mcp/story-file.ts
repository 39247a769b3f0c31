import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
} from '../../kernel/api/mcp/tool.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { invalidReference, notFound } from '../../kernel/core/errors.ts';
import { quotedName } from '../../kernel/core/nearest.ts';
import { ATTACHMENTS_MAX, type Attachment } from '../../planning/attachments/attachment.ts';
import { completeAttachment } from '../../planning/attachments/complete-attachment.ts';
import { createAttachment } from '../../planning/attachments/create-attachment.ts';
import { deleteAttachment } from '../../planning/attachments/delete-attachment.ts';
import { getAttachmentDownload } from '../../planning/attachments/get-attachment-download.ts';
import { listAttachments } from '../../planning/attachments/list-attachments.ts';

/** Attaches a file to a story, says where to upload or download it, or removes it; files are named by name or id. */
export async function storyFile(call: ToolCall, action: string): Promise<ToolOutcome> {
  const { file, contentType, size, workspaceId, storyId } = call.args;
  const run = (operation: ToolOperation, args: Arguments) =>
    runOperation(
      operation,
      { ...call, args: { workspaceId, storyId, ...args } },
      call.services.randomBytes(16).toString('hex'),
    );
  if (action === 'add') {
    const { data, secret } = await run(createAttachment, { name: file, contentType, size });
    const { id } = data as Attachment;
    return done(
      id,
      `POST the file to its form and then call this with action complete: ${JSON.stringify(secret)}`,
    );
  }
  const { data } = await run(listAttachments, { limit: ATTACHMENTS_MAX });
  const attachmentId = idOf(data as Attachment[], file);
  if (action === 'remove') {
    await run(deleteAttachment, { attachmentId });
    return done(attachmentId, 'Removed the file.');
  }
  if (action === 'complete') {
    await run(completeAttachment, { attachmentId });
    return done(attachmentId, 'The file is there.');
  }
  const { url, expiresAt } = (await run(getAttachmentDownload, { attachmentId })).data as Download;
  return done(attachmentId, `Until ${expiresAt}, the file is at ${url}`);
}

interface Download {
  url: string;
  expiresAt: string;
}

/** The attachment with a name or id. Throws a 404 if there is none, and a 400 if several have the name. */
function idOf(attachments: readonly Attachment[], file: unknown): string {
  const [found, another] = attachments.filter(({ id, name }) => id === file || name === file);
  if (!found) throw notFound('file');
  if (!another) return found.id;
  const ids = attachments.filter(({ name }) => name === file).map(({ id }) => id);
  const message = `${quotedName(found.name)} could mean ${ids.join(', ')}; send one of these ids`;
  throw invalidReference([{ path: 'file', message }]);
}

const done = (id: string, message: string): ToolOutcome => ({ data: { id, message }, replayed: false });
