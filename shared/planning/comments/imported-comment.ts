import { readMembership, type Membership } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import {
  insufficientRole,
  invalidReference,
  invalidRequest,
  type FieldProblem,
} from '../../kernel/core/errors.ts';
import { originOf } from '../../kernel/core/origin.ts';
import type { ImportedComment, StoredComment } from './comment.ts';

type CommentFacts = Pick<StoredComment, 'authorId' | 'authorName' | 'createdAt' | 'importedAt' | 'origin'>;

/** Reads the membership of the author that an imported comment names, if it names one. */
export const loadAuthor = (
  read: Reader,
  workspaceId: string,
  { authorId }: ImportedComment,
): Promise<Membership | undefined> =>
  authorId === undefined ? Promise.resolve(undefined) : readMembership(read, workspaceId, authorId);

/**
 * The facts of a comment from another tool. Text of who is no member is a stranger's: anyone can have written it there.
 * Throws a 403 unless the caller is an admin, and a 400 for facts that cannot be.
 */
export function importedFacts(
  imported: ImportedComment,
  { caller, author, now }: { caller: Caller; author: Membership | undefined; now: Date },
): CommentFacts {
  if (caller.role !== 'admin') throw insufficientRole('Only admins can set imported.', 'admin');
  const { authorId, authorName, createdAt = now.toISOString() } = imported;
  if (authorId !== undefined && !author)
    throw invalidReference([{ path: 'imported.authorId', message: 'is not in the workspace' }]);
  const problems: FieldProblem[] = [];
  if (authorId !== undefined && authorName !== undefined)
    problems.push({ path: 'imported.authorName', message: 'must be left out with authorId' });
  if (createdAt > now.toISOString())
    problems.push({ path: 'imported.createdAt', message: 'must not be in the future' });
  if (problems.length > 0) throw invalidRequest(problems);
  const actor = author
    ? ({ kind: author.role === null ? 'service_account' : 'user' } as const)
    : caller.actor;
  return {
    authorId: authorId ?? caller.principalId,
    ...(authorName === undefined ? {} : { authorName }),
    createdAt,
    importedAt: now.toISOString(),
    origin: authorName === undefined ? originOf(actor) : 'visitor',
  };
}
