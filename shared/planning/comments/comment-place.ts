import type { Item, Reader } from '../../kernel/core/database.ts';
import { getStoryItem, storyTeamOf, toStory } from '../stories/story-store.ts';
import { commentStoryOf, storedPlaceOf, type CommentPlace } from './comment-store.ts';

/**
 * Returns the workspace and team of a comment. They are stored with it, because both are deleted together; for
 * comments of earlier releases, this reads the story, and returns undefined if it is gone.
 */
export async function placeOfComment(read: Reader, item: Item): Promise<CommentPlace | undefined> {
  const stored = storedPlaceOf(item);
  if (stored) return stored;
  const story = await getStoryItem(read, commentStoryOf(item));
  return story && { workspaceId: toStory(story).workspaceId, teamId: storyTeamOf(story) };
}
