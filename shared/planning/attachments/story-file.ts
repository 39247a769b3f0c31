import type { ToolCall } from '../../kernel/api/mcp/tool.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { invalidReference, notFound } from '../../kernel/core/errors.ts';
import { quotedName } from '../../kernel/core/nearest.ts';
import { startOfFile } from './attachment-files.ts';
import type { Attachment } from './attachment.ts';
import { deleteAttachment } from './delete-attachment.ts';
import { getAttachmentDownload } from './get-attachment-download.ts';
import { listAttachments } from './list-attachments.ts';
import { runOnStory } from '../story/run-on-story.ts';

/** The most of a text that is returned with its link: what a model can read at once. */
const TEXT_MAX_BYTES = 32 * 1_024;

/** Removes a file from a story, by its name or id. */
export async function removedFile(call: ToolCall): Promise<ToolOutcome> {
  const { id, name } = attachmentOrThrow(await filesOf(call), call.args['file']);
  await runOnStory(call)(deleteAttachment, { attachmentId: id });
  return { data: { id, message: `Removed the file ${quotedName(name)}.` }, replayed: false };
}

/** Reads a file of a story: a link to it and, of a text, its beginning. */
export async function readStoryFile(call: ToolCall): Promise<ToolOutcome> {
  const { id, name, contentType, size } = attachmentOrThrow(await filesOf(call), call.args['file']);
  const { data } = await runOnStory(call)(getAttachmentDownload, { attachmentId: id });
  const { url, expiresAt } = data;
  const isText = contentType.startsWith('text/') || contentType === 'application/json';
  const start = isText ? await startOfFile(call.services, workspaceKey(call), id, TEXT_MAX_BYTES) : undefined;
  const shown = start && size > TEXT_MAX_BYTES ? ` Its first ${TEXT_MAX_BYTES} bytes follow.` : '';
  const message = `${contentType}, ${size} bytes. Anyone who has url can download it until expiresAt.${shown}`;
  // The last character can be cut off.
  const text = start && new TextDecoder().decode(start, { stream: true });
  const file = { id, name, message, url, expiresAt, ...(text && { text }) };
  return { data: file, replayed: false, whole: true };
}

/** The files of a story, newest first, those that have not arrived included. */
export async function filesOf(call: ToolCall): Promise<Attachment[]> {
  const files: Attachment[] = [];
  let cursor: string | null | undefined;
  do {
    const page = { limit: TOOL_PAGE_MAX_SIZE, ...(cursor ? { cursor } : {}) };
    const { data, meta } = await runOnStory(call)(listAttachments, page);
    files.push(...data);
    cursor = meta?.nextCursor;
  } while (cursor);
  return files;
}

/** The workspace of a call as keys of files have it. */
export const workspaceKey = ({ args }: ToolCall): string => String(args['workspaceId']).toLowerCase();

/** The attachment with a name or id. Throws a 404 if there is none, and a 400 if several have the name. */
function attachmentOrThrow(attachments: readonly Attachment[], file: unknown): Attachment {
  const named = attachments.filter(({ id, name }) => id === file || name === file);
  const [found, another] = named;
  if (!found) throw notFound('file');
  if (!another) return found;
  const ids = named.map(({ id }) => id).join(', ');
  const message = `${quotedName(found.name)} could mean ${ids}; send one of these ids`;
  throw invalidReference([{ path: 'file', message }]);
}
