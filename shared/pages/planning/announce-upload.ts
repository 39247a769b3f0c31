import { createAttachment, UNKNOWN_TYPE } from '../../planning/page-uploads.ts';
import { storyIdsOf, type StoryAct } from './story-act.ts';
import { runWhole } from '../accounts/run-operation.ts';

/** Announces a file that a script uploads past the service, and returns how, as JSON. */
export const announceUpload: StoryAct = async (member, { name, type = UNKNOWN_TYPE, size }) => {
  const body = { name, contentType: type, size: Number(size) };
  const { data, secret } = await runWhole(member, createAttachment, { path: storyIdsOf(member), body });
  const { url, fields } = secret!;
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'private, no-store' },
    body: JSON.stringify({ id: data.id, url, fields }),
  };
};
