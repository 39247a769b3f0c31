import { commentIdOf, commentKind } from '../planning/comments/comment-store.ts';
import { missingPlace, placeComment } from '../planning/comments/place-comment.ts';
import { createReader } from '../kernel/db/reader.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import type { Projection } from '../kernel/log/projection.ts';

/**
 * Looks at new comments once: one that was written just before its story moved may be missing in the list by which
 * `story-moves` finds the others.
 */
export const commentIndex: Projection = {
  name: 'comment-index',
  follows: [commentKind],
  deletionsOnly: false,
  async handle({ database }, changes) {
    const read = createReader(database);
    const isLeft = await Promise.all(
      changes.map(async (change) => isNew(change) && (await missingPlace(read, change.after!))),
    );
    const concerned = changes.filter((_, position) => isLeft[position]);
    for (const id of new Set(concerned.map(({ key }) => commentIdOf(key)))) await placeComment(database, id);
  },
  rebuild: {
    leads: (item) => (commentKind.includes(item) ? [{ key: item }] : []),
    async outdated({ database }, changes) {
      const read = createReader(database);
      const missing = await Promise.all(
        changes.map(async ({ after }) => after && (await missingPlace(read, after))),
      );
      return changes.filter((_, position) => missing[position]);
    },
  },
};

const isNew = ({ before, after }: ItemChange): boolean => before === undefined && after !== undefined;
