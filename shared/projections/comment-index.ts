import { placeOfComment } from '../planning/comments/comment-place.ts';
import {
  commentIdOf,
  commentKind,
  getCommentItem,
  indexComment,
  isCommentIndexed,
} from '../planning/comments/comment-store.ts';
import { writeConflict } from '../kernel/core/errors.ts';
import type { Database } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../kernel/db/retry-on-conflict.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { commit } from '../kernel/db/write.ts';
import type { Projection } from './projection.ts';

/**
 * Adds comments of earlier releases to the indexes that the comments of a workspace are listed from. This release
 * writes the index entries with each comment; the projection adds those that an earlier release leaves out during a
 * deployment, and its rebuild those of all older comments.
 */
export const commentIndex: Projection = {
  name: 'comment-index',
  follows: [commentKind],
  deletionsOnly: false,
  async handle({ database }, changes) {
    for (const id of new Set(changes.filter(isMissing).map(({ key }) => commentIdOf(key)))) {
      await retryOnConflict(
        () => addEntries(database, id),
        orRedeliver('A comment kept changing while it was added to its indexes.'),
      );
    }
  },
  rebuild: {
    leads: (item) => (commentKind.includes(item) ? [{ key: item }] : []),
    outdated: async (_, changes) => changes.filter(isMissing),
  },
};

const isMissing = ({ after }: ItemChange): boolean => after !== undefined && !isCommentIndexed(after);

async function addEntries(database: Database, id: string): Promise<void> {
  const read = createReader(database);
  const item = await getCommentItem(read, id);
  if (!item || isCommentIndexed(item)) return;
  // A comment without a story is about to be deleted with it.
  const place = await placeOfComment(read, item);
  if (place) await commit(database, [indexComment(item, place, writeConflict)]);
}
