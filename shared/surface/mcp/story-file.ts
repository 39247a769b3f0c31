import type { ToolCall } from '../../kernel/api/mcp/tool.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { invalidReference, notFound } from '../../kernel/core/errors.ts';
import { quotedName } from '../../kernel/core/nearest.ts';
import type { Attachment } from '../../planning/attachments/attachment.ts';
import { deleteAttachment } from '../../planning/attachments/delete-attachment.ts';
import { listAttachments } from '../../planning/attachments/list-attachments.ts';
import { runOnStory } from './run-on-story.ts';

/** Removes a file from a story, by the name or id of one of its newest. */
export async function removedFile(call: ToolCall): Promise<ToolOutcome> {
  const { file } = call.args;
  const run = runOnStory(call);
  const { data } = await run(listAttachments, { limit: TOOL_PAGE_MAX_SIZE });
  const { id, name } = attachmentOrThrow(data as Attachment[], file);
  await run(deleteAttachment, { attachmentId: id });
  return { data: { id, message: `Removed the file ${quotedName(name)}.` }, replayed: false };
}

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
