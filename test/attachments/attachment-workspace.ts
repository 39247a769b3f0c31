import type { Story } from '../../shared/planning/story/story.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { attachmentApi } from './attachment-api.ts';

/** A workspace with a member of a team, whose stories get files. */
export async function newAttachmentWorkspace() {
  const { workspace, team, member, api: stories } = await newStoryWorkspace();
  const story = (fields: object = {}): Promise<Story> => stories.create({ teamId: team.id, ...fields });
  return { workspace, team, member, stories, story, files: attachmentApi(workspace, member.client) };
}

/** The first bytes of a PNG. */
export const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
