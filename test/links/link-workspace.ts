import type { Story } from '../../shared/planning/story/story.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { linkApi } from './link-api.ts';

/** A workspace with a member of a team, whose stories get links. */
export async function newLinkWorkspace() {
  const { workspace, team, member, api: stories } = await newStoryWorkspace();
  const story = (fields: object = {}): Promise<Story> => stories.create({ teamId: team.id, ...fields });
  return { workspace, member, stories, story, links: linkApi(workspace, member.client) };
}
