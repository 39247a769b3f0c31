import {
  commentIdOf,
  commentKind,
  getCommentItem,
  indexComment,
  isIndexed,
} from '../comments/comment-store.ts';
import { writeConflict } from '../core/errors.ts';
import type { Database } from '../core/database.ts';
import { createReader } from '../db/reader.ts';
import { orDeliveredAgain, retryOnConflict } from '../db/retry-on-conflict.ts';
import type { ItemChange } from '../db/stream-record.ts';
import { commit } from '../db/write.ts';
import type { Projection } from './projection.ts';

/**
 * Has the comments of a workspace list every comment. What this release writes is in its indexes from the start; the
 * projection adds what an earlier release writes during a deployment, and its rebuild what one has written before.
 */
export const commentIndex: Projection = {
  name: 'comment-index',
  follows: [commentKind],
  deletionsOnly: false,
  async handle({ database }, changes) {
    for (const id of new Set(changes.filter(isMissing).map(({ key }) => commentIdOf(key)))) {
      await retryOnConflict(
        () => addEntries(database, id),
        orDeliveredAgain('A comment kept changing while it was added to its indexes.'),
      );
    }
  },
  rebuild: {
    leads: (item) => (commentKind.includes(item) ? [{ key: item }] : []),
    outdated: async (_, changes) => changes.filter(isMissing),
  },
};

const isMissing = ({ after }: ItemChange): boolean => after !== undefined && !isIndexed(after);

async function addEntries(database: Database, id: string): Promise<void> {
  const item = await getCommentItem(createReader(database), id);
  if (item && !isIndexed(item)) await commit(database, [indexComment(item, writeConflict)]);
}
