import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { orNotFound } from '../../kernel/core/errors.ts';
import { originOf, type Origin } from '../../kernel/core/origin.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';
import { displayName } from '../../identity/members/display-name.ts';
import { principalOf } from '../../identity/principals/principal-of.ts';
import type { ImportedComment } from '../../planning/comments/comment.ts';
import { importedFacts, loadAuthor } from '../../planning/comments/imported-comment.ts';
import type { AuthorKind } from './item.ts';

interface PostFacts {
  authorId: string;
  authorName: string;
  authorKind: AuthorKind;
  origin: Origin;
  createdAt: string;
  updatedAt: string;
  importedAt?: string;
}

/**
 * By whom a post of the workspace on a portal is, and since when: by the caller now, unless an admin imports it. One whose
 * author is no member is a visitor's. Throws as importedFacts does.
 */
export async function postFacts(
  { caller, read, now }: { caller: Caller; read: Reader; now: Date },
  imported: ImportedComment | undefined,
): Promise<{ facts: PostFacts; member: Item }> {
  const { workspaceId, principalId } = caller;
  const author = await loadAuthor(read, workspaceId, imported ?? {});
  const said = imported && importedFacts(imported, { caller, author, now });
  const authorId = said?.authorId ?? principalId;
  const member = orNotFound(await getMemberItem(read, workspaceId, authorId), 'member');
  const { name, kind } = principalOf(authorId, member);
  const isVisitor = said?.authorName !== undefined;
  const updatedAt = now.toISOString();
  const facts = {
    authorId,
    authorName: displayName(said?.authorName ?? name),
    authorKind: isVisitor ? ('visitor' as const) : kind,
    origin: isVisitor ? ('visitor' as const) : originOf({ kind }),
    createdAt: said?.createdAt ?? updatedAt,
    updatedAt,
    ...(said ? { importedAt: updatedAt } : {}),
  };
  return { facts, member };
}
