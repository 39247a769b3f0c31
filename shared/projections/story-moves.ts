import pLimit from 'p-limit';
import type { Database, Reader } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { commit } from '../kernel/db/write.ts';
import { commentIdOf, findReplies, findRoots, replyCountOf } from '../planning/comments/comment-store.ts';
import { placeComment } from '../planning/comments/place-comment.ts';
import { deleteFormerReferences, formerlyReferenced } from '../planning/story/former-reference-store.ts';
import { storyKind, storyTeamOf } from '../planning/story/story-store.ts';
import { isCreation, type Projection } from '../kernel/log/projection.ts';

/** Threads read at once, and comments written concurrently. */
const THREADS_AT_ONCE = 100;
const WRITE_CONCURRENCY = 10;

/** Has the comments of a story follow it to another team, and deletes the former references of deleted stories. */
export const storyMoves: Projection = {
  name: 'story-moves',
  follows: [storyKind],
  deletionsOnly: false,
  async handle(context, changes) {
    const { database } = context;
    for (const change of changes) {
      if (isCreation(context, change)) continue;
      const id = storyKind.idOf(change.key);
      if (change.after === undefined) await forgetReferences(database, id);
      else if (mayHaveMoved(change)) await placeComments(database, id);
    }
  },
  rebuild: {
    leads: (item) => {
      const referenced = formerlyReferenced(item);
      if (referenced) return [{ key: referenced }];
      return storyKind.includes(item) ? [{ key: item }] : [];
    },
  },
};

/** A replay does not say in which team a story was before. */
const mayHaveMoved = ({ before, after }: ItemChange): boolean =>
  !before || !after || storyTeamOf(before) !== storyTeamOf(after);

async function forgetReferences(database: Database, storyId: string): Promise<void> {
  await commit(database, await deleteFormerReferences(createReader(database), storyId));
}

async function placeComments(database: Database, storyId: string): Promise<void> {
  const limit = pLimit(WRITE_CONCURRENCY);
  const read = createReader(database);
  for await (const ids of commentIdPages(read, storyId)) {
    await Promise.all(ids.map((id) => limit(() => placeComment(database, id))));
  }
}

/** The ids of all comments on a story, replies included. Eventually consistent. */
async function* commentIdPages(read: Reader, storyId: string): AsyncGenerator<string[]> {
  for (let before: string | undefined; ;) {
    const roots = await findRoots(read, storyId, { before, limit: THREADS_AT_ONCE });
    const replies = await Promise.all(
      roots.filter((root) => replyCountOf(root) > 0).map((root) => findReplies(read, commentIdOf(root))),
    );
    yield [...roots, ...replies.flat()].map(commentIdOf);
    if (roots.length < THREADS_AT_ONCE) return;
    before = roots.at(-1)!.pk;
  }
}
