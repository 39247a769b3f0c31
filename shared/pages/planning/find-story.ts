import { ApiError } from '../../kernel/core/errors.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import type { Story } from '../../planning/story/story.ts';
import type { MemberCall } from './member-call.ts';
import { run } from '../kit/run-operation.ts';

/** A story; undefined if it is of a team that the member is not in. */
export async function findStory(member: MemberCall, storyId: string): Promise<Story | undefined> {
  try {
    return await run(member, getStory, { path: { storyId } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return undefined;
  }
}
