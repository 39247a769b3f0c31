import type { UploadForm } from '../../kernel/core/upload-form.ts';
import { type Attachment, createAttachment, UNKNOWN_TYPE } from '../../planning/page-uploads.ts';
import { runFor } from './member-call.ts';
import { storyIdsOf, type StoryAct } from './story-act.ts';

/** Announces a file that a script uploads past the service, and returns how, as JSON. */
export const announceUpload: StoryAct = async (member, { name, type = UNKNOWN_TYPE, size }) => {
  const body = { name, contentType: type, size: Number(size) };
  const { data, secret } = await runFor(member, createAttachment, { path: storyIdsOf(member), body });
  const { url, fields } = secret as UploadForm;
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'private, no-store' },
    body: JSON.stringify({ id: (data as Attachment).id, url, fields }),
  };
};
