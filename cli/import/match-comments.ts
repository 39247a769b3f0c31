import type { Comment } from '../../shared/planning/comments/comment.ts';
import type { CommentRequest } from './comment-text.ts';

/** A comment of a row, and the one of the story that it is or was. */
export interface MatchedComment {
  comment: CommentRequest;
  found: Comment | undefined;
}

/**
 * Finds for each comment of a row the one that an earlier import made of it: of the same text, else of the same author and
 * time, since its text can be another by now. A comment that the row has twice counts once. `gone` is how many an earlier
 * import made that the row no longer has.
 */
export function matchComments(
  comments: readonly CommentRequest[],
  there: readonly Comment[],
): { matched: MatchedComment[]; gone: number } {
  const distinct = [...new Map(comments.map((comment) => [identityOf(comment), comment])).values()];
  const left = new Set(there.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  const take = (isIt: (one: Comment) => boolean): Comment | undefined => {
    for (const one of left) if (isIt(one)) return left.delete(one) ? one : undefined;
    return undefined;
  };
  const same = new Map(distinct.map((comment) => [comment, take((one) => isSame(one, comment))] as const));
  const matched = distinct.map((comment) => ({
    comment,
    found: same.get(comment) ?? take((one) => isEarlier(one, comment)),
  }));
  return { matched, gone: [...left].filter(({ importedAt }) => importedAt !== undefined).length };
}

const identityOf = ({ content, imported }: CommentRequest): string =>
  JSON.stringify([content, imported?.createdAt]);

/** No matter who its author is by now. */
const isSame = ({ content, importedAt, createdAt }: Comment, comment: CommentRequest): boolean => {
  const time = comment.imported?.createdAt;
  return (
    content === comment.content && (time === undefined || (importedAt !== undefined && createdAt === time))
  );
};

function isEarlier(
  { importedAt, createdAt, authorId, authorName }: Comment,
  { imported = {} }: CommentRequest,
): boolean {
  const author = imported.authorName ?? imported.authorId;
  if (importedAt === undefined || imported.createdAt !== createdAt || author === undefined) return false;
  return (authorName ?? authorId) === author;
}
