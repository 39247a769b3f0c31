import type { Actor } from '../../kernel/core/actor.ts';
import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import type { Portal } from '../portal/portal.ts';
import { actorOf, authorOf } from './author.ts';
import { putFeedbackComment } from './comment-store.ts';
import type { FeedbackComment } from './feedback-comment.ts';

interface WrittenComment {
  userId: string;
  portal: Pick<Portal, 'id' | 'workspaceId'>;
  comment: Pick<FeedbackComment, 'id' | 'itemId' | 'content' | 'parentId'>;
  /** The error for an item that is deleted, hidden or has the most comments. */
  refused: (item: Item | undefined) => Error;
}

/**
 * Changes that add the comment of a person, as a member of the portal's workspace or else a visitor of it, and whose they
 * are. Throws VisitorBanned; the changes throw WriteConflict if the person's name or membership has changed.
 */
export async function commentOfPerson(
  read: Reader,
  { userId, portal, comment, refused }: WrittenComment,
  now: Date,
): Promise<{ comment: FeedbackComment; changes: Change[]; actor: Actor }> {
  const post = { kind: 'comment' as const, id: comment.id };
  const visiting = { userId, workspaceId: portal.workspaceId, portalId: portal.id };
  const { author, changes } = await authorOf(read, { ...visiting, post }, now);
  const at = now.toISOString();
  const added: FeedbackComment = {
    ...comment,
    ...author,
    portalId: portal.id,
    hidden: false,
    internal: false,
    editedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  return {
    comment: added,
    changes: [...putFeedbackComment(added, refused), ...changes],
    actor: actorOf(author),
  };
}
