import { ApiError } from '../../kernel/core/errors.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import type { Story } from '../../planning/stories/story.ts';
import { runFor, type MemberCall } from './member-call.ts';

/** A story; undefined if it is of a team that the member is not in. */
export async function findStory(member: MemberCall, storyId: string): Promise<Story | undefined> {
  try {
    return (await runFor(member, getStory, { path: { storyId } })).data as Story;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return undefined;
  }
}
