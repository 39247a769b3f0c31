import { definePatch } from '../../kernel/api/operation/patch.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { conflict, insufficientRole } from '../../kernel/core/errors.ts';
import { content, type StoredComment } from './comment.ts';

/** The update schema of a comment. */
export const commentPatch = definePatch('UpdateCommentRequest', { fields: () => ({ content: content() }) });

/** Throws a 403 unless the caller is the comment's author or an admin. */
export function assertAuthorOrAdmin(caller: Caller, { authorId }: StoredComment): void {
  if (caller.principalId === authorId || caller.role === 'admin') return;
  throw insufficientRole(
    "Only the comment's author and admins can change it.",
    'admin',
    'Ask the author or an admin who is a member of the team.',
  );
}

/** The 409 for a change of a reply whose thread is being deleted. */
export const threadIsClosing = () =>
  conflict(
    'The comment that this one replies to is being deleted, with its replies.',
    'If it is still there in a minute, its deletion was interrupted; delete either of them.',
  );
