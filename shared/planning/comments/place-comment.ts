import { writeConflict } from '../../kernel/core/errors.ts';
import type { Database, Item, Reader } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { getStoryItem, storyTeamOf, toStory } from '../story/story-store.ts';
import {
  commentStoryOf,
  getCommentItem,
  indexComment,
  storedPlaceOf,
  type CommentPlace,
} from './comment-store.ts';

/**
 * Stores a comment with the team of its story, as it is now, so that its events and the lists of several stories follow
 * the story to another team. Idempotent.
 */
export async function placeComment(database: Database, commentId: string): Promise<void> {
  const place = async () => {
    const read = createReader(database);
    const item = await getCommentItem(read, commentId);
    // A comment without a story is about to be deleted with it.
    const needed = item && (await missingPlace(read, item));
    if (needed) await commit(database, [indexComment(item, needed, writeConflict)]);
  };
  await retryOnConflict(place, orRedeliver('A comment kept changing while it was added to its indexes.'));
}

/** Returns the place of a comment's story if the comment is not stored with it; undefined also without a story. */
export async function missingPlace(read: Reader, item: Item): Promise<CommentPlace | undefined> {
  const story = await getStoryItem(read, commentStoryOf(item));
  if (!story) return undefined;
  const teamId = storyTeamOf(story);
  const isPlaced = storedPlaceOf(item).teamId === teamId;
  return isPlaced ? undefined : { workspaceId: toStory(story).workspaceId, teamId };
}
