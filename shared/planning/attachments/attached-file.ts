import type { ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { ApiError, conflict, invalidRequest } from '../../kernel/core/errors.ts';
import { quotedName } from '../../kernel/core/nearest.ts';
import { storeUpload } from './attachment-files.ts';
import type { Attachment } from './attachment.ts';
import type { UploadForm } from '../../kernel/core/upload-form.ts';
import { completeAttachment } from './complete-attachment.ts';
import { createAttachment } from './create-attachment.ts';
import { UNKNOWN_TYPE } from './file-type.ts';
import { runOnStory } from '../story/run-on-story.ts';
import { filesOf, workspaceKey } from './story-file.ts';

/** The largest file that a call contains; larger ones are uploaded by a form. */
const CONTENT_MAX_BYTES = 32 * 1_024;

/** Types that a file's first bytes do not show, by the ending of its name. */
const types: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['md', 'text/markdown'],
  ['json', 'application/json'],
]);

const typeOf = (name: string): string => types.get(name.split('.').at(-1)!.toLowerCase()) ?? UNKNOWN_TYPE;

/**
 * Attaches a file to a story: one that the call contains, or of a size, which is uploaded by the form that the result has
 * and is there once the tool is called again with its name alone.
 */
export async function attachedFile(call: ToolCall): Promise<ToolOutcome> {
  const { file, content, size } = call.args;
  const name = String(file);
  const existing = (await filesOf(call)).filter((one) => one.name === name);
  if (existing.some(({ state }) => state === 'ready')) throw nameTaken(name);
  if (content !== undefined) return await attachContent(call, name, bytesOf(content));
  if (size !== undefined) return await announce(call, name);
  const [pending] = existing;
  if (!pending) throw nothingToAttach();
  return await complete(call, pending);
}

async function attachContent(call: ToolCall, name: string, bytes: Buffer): Promise<ToolOutcome> {
  const created = await create(call, name, bytes.length);
  await storeUpload(call.services, workspaceKey(call), created.attachment.id, bytes);
  return await complete(call, created.attachment);
}

/** Announces a file; returns the form that uploads it. */
async function announce(call: ToolCall, name: string): Promise<ToolOutcome> {
  const { attachment, upload } = await create(call, name, call.args['size']);
  const { url, fields } = upload;
  const form = JSON.stringify(fields);
  const message = `Within an hour, POST these fields, and then the file as the field file, as multipart/form-data to url: ${form}. Then call manage_relations with the same story and file and nothing else.`;
  // A form that is cut is refused; with the function's session token it is long.
  return { data: { id: attachment.id, message, url, fields }, replayed: false, whole: true };
}

async function create(call: ToolCall, name: string, size: unknown) {
  const announced = { name, contentType: typeOf(name), size };
  const { data, secret } = await runOnStory(call)(createAttachment, announced).catch(throwAsFile);
  return { attachment: data, upload: secret as UploadForm };
}

async function complete(call: ToolCall, { id, name }: Attachment): Promise<ToolOutcome> {
  await runOnStory(call)(completeAttachment, { attachmentId: id }).catch(throwAsUpload);
  return { data: { id, message: `Attached the file ${quotedName(name)}.` }, replayed: false };
}

/** The bytes of a text in base64, with or without its padding. Throws a 400 for what is none, or too much. */
function bytesOf(content: unknown): Buffer {
  const text = String(content);
  const bytes = Buffer.from(text, 'base64');
  const padded = bytes.toString('base64');
  const isBase64 = text === padded || text === padded.replace(/={1,2}$/, '');
  if (!isBase64 || bytes.length === 0) throw invalidContent('must be the bytes of the file in base64');
  if (bytes.length <= CONTENT_MAX_BYTES) return bytes;
  throw invalidContent(
    `must be at most ${CONTENT_MAX_BYTES} bytes; send the size instead, for a form that uploads the file`,
  );
}

const invalidContent = (message: string) => invalidRequest([{ path: 'content', message }]);

const nothingToAttach = () =>
  invalidRequest([
    {
      path: 'content',
      code: 'required',
      message: 'is required to add a file; or its size, for a form that uploads it',
    },
  ]);

const nameTaken = (name: string) =>
  conflict(
    `The story has a file ${quotedName(name)}.`,
    'Choose another name, or remove that file first with action: "remove".',
  );

/** Names the argument for a problem of the file's name. */
function throwAsFile(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error;
  throw invalidRequest(
    error.fields.map((field) => (field.path === 'name' ? { ...field, path: 'file' } : field)),
  );
}

function throwAsUpload(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
  throw conflict(
    error.message,
    'Call manage_relations again with the same story and file and nothing else; or, if it was refused, with action: "remove".',
  );
}
