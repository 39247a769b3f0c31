import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { getStoryItem, toStory, replaceStory } from './story-store.ts';
import { pending } from '../story-parts/triage.ts';

/** Changes by which a story in triage waits again, if it was the duplicate of one that is deleted. */
export async function returnToTriage(
  read: Reader,
  storyId: string,
  deletedId: string,
  now: Date,
): Promise<Change[]> {
  const item = await getStoryItem(read, storyId);
  const story = item && toStory(item);
  if (story?.triage?.duplicateOf !== deletedId) return [];
  const updatedAt = nextTimestamp(now, story.updatedAt);
  return [replaceStory({ ...story, triage: pending, updatedAt }, item!, writeConflict)];
}
