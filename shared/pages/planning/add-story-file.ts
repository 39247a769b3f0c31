import type { Form } from '../../kernel/api/http/form.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import {
  scanOf,
  storeUpload,
  completeAttachment,
  createAttachment,
  UNKNOWN_TYPE,
} from '../../planning/pages/page-uploads.ts';
import { PageError } from '../session/page-error.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { FormCode } from '../kit/page.ts';
import type { MemberCall } from './member-call.ts';
import { storyIdsOf } from './story-ids.ts';
import { FILES } from './story-places.ts';
import { run } from '../kit/run-operation.ts';

/** Adds a file to a story: one that is sent with the form or, if it is large, that a script has uploaded before. */
export const addStoryFile: FormCode<MemberCall> = {
  async handle(member, form) {
    const attachmentId = form['uploadId'] ?? (await storeSent(member, form));
    const path = { ...storyIdsOf(member), attachmentId };
    try {
      await run(member, completeAttachment, { path });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
      const scanned = await scanOf(member.call.services, member.member.workspaceId, attachmentId);
      if (scanned !== 'awaited') {
        throw new PageError(409, 'error.refused', 'story.fileRefused', { field: 'file' });
      }
      const problem = { text: member.t.text('story.fileAwaited'), field: 'file' };
      return { form: { uploadId: attachmentId }, status: 409, problem };
    }
    return redirectResponse(`${member.page}?done=file#${FILES}`);
  },
  /** The file is chosen again. */
  kept: ({ file: _, ...others }) => others,
};

/** The longest name of a file. */
const NAME_MAX_CHARACTERS = 255;

/** Stores the file of a form, once however often the form is sent; returns the id of its attachment. */
async function storeSent(member: MemberCall, form: Form): Promise<string> {
  const { call } = member;
  const bytes = Buffer.from(form['file'] ?? '', 'base64');
  if (bytes.length === 0) throw new PageError(400, 'error.refused', 'story.fileMissing', { field: 'file' });
  // Some browsers send the path of a file.
  const name = form['file.name']?.split(/[/\\]/).at(-1)?.slice(-NAME_MAX_CHARACTERS);
  const [type = ''] = (form['file.type'] ?? '').split(';');
  const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : UNKNOWN_TYPE;
  const body = { name, contentType, size: bytes.length };
  // Each time that a browser sends the same form, it puts another boundary between its fields.
  const request = { ...call.request, body: Buffer.concat([Buffer.from(JSON.stringify(body)), bytes]) };
  const data = await run({ ...member, call: { ...call, request } }, createAttachment, {
    path: storyIdsOf(member),
    body,
    once: form,
  });
  const { id, state } = data;
  if (state === 'pending') await storeUpload(call.services, member.member.workspaceId, id, bytes);
  return id;
}
