import type { Reader } from '../../kernel/core/database.ts';
import { commentIdOf, findReplies, findRoots, replyCountOf } from '../../planning/comments/comment-store.ts';

/** As many as need to be looked at: one that is not of the change set is enough. */
const ROOTS_MAX = 100;

/**
 * The ids of comments that would be deleted with a story or a comment although the change set did not create them.
 * Eventually consistent.
 */
export async function commentsOfOthers(
  read: Reader,
  { resource, id }: { resource: string; id: string },
  own: ReadonlySet<string>,
): Promise<string[]> {
  if (resource === 'comment') return others(await findReplies(read, id), own);
  if (resource !== 'story') return [];
  const roots = await findRoots(read, id, { before: undefined, limit: ROOTS_MAX });
  const answered = roots.filter((root) => replyCountOf(root) > 0);
  const replies = await Promise.all(answered.map((root) => findReplies(read, commentIdOf(root))));
  return others([...roots, ...replies.flat()], own);
}

const others = (items: readonly { pk: string }[], own: ReadonlySet<string>): string[] =>
  items.map(commentIdOf).filter((id) => !own.has(id));
