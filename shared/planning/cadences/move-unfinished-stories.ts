import { nextTimestamp } from '../../kernel/core/clock.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import type { Database, Key } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import {
  getStoryItem,
  storyIdOf,
  storyIndexes,
  storyPartitions,
  toStory,
  replaceStory,
} from '../story/story-store.ts';

/** Number of stories changed concurrently. */
const AT_ONCE = 25;

interface Move {
  from: string;
  /** Null for the backlog. */
  to: string | null;
}

/**
 * Moves the unfinished stories of a sprint (neither completed, cancelled nor archived) to another sprint or to the
 * backlog. A story that changes meanwhile is read again. Idempotent.
 */
export async function moveUnfinishedStories(database: Database, move: Move, now: Date): Promise<void> {
  const partition = storyPartitions.sprint(move.from);
  // The index can lag behind: again, until it names none that is still in the sprint.
  for (let moved = Infinity; moved > 0;) {
    moved = 0;
    let before: string | undefined;
    for (;;) {
      const read = createReader(database);
      const from = before === undefined ? {} : { before };
      const keys = await read.query({ index: storyIndexes.sprint, partition, limit: AT_ONCE, ...from });
      const done = await Promise.all(keys.map((key) => moveStory(database, key, move, now)));
      moved += done.filter(Boolean).length;
      if (keys.length < AT_ONCE) break;
      before = keys.at(-1)!.pk;
    }
  }
}

/** Returns whether the story was moved. */
const moveStory = (database: Database, key: Key, { from, to }: Move, now: Date): Promise<boolean> =>
  retryOnConflict(
    async () => {
      const read = createReader(database);
      const item = await getStoryItem(read, storyIdOf(key));
      const story = item && toStory(item);
      if (story?.sprintId !== from || story.archivedAt !== null) return false;
      const category = (await getStatusCategories(read, [story.statusId])).get(story.statusId);
      if (category === 'completed' || category === 'cancelled') return false;
      const next = { ...story, sprintId: to, updatedAt: nextTimestamp(now, story.updatedAt) };
      await commit(database, [replaceStory(next, item!, writeConflict)]);
      return true;
    },
    { attempts: Infinity },
  );
