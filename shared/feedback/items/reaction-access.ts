import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { toFeedbackReaction, type FeedbackReaction } from './feedback-reaction.ts';
import { ITEM_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { getItem, mergedOf } from './item-store.ts';
import { getReactions, reactedCommentsIn, reactionKinds } from './reaction-store.ts';

export const REACTIONS_PATH = `${ITEM_PATH}/reactions`;

/** What the path of an item's reactions names. */
export const loadReacted = (read: Reader, path: { portalId: string; itemId: string }) => ({
  portal: getPortalItem(read, path.portalId),
  item: getItem(read, path.itemId),
});

/** The person behind a caller, whose reactions are theirs on pages too; undefined for a service account. */
export const personOf = async (
  read: Reader,
  { workspaceId, principalId }: Caller,
): Promise<string | undefined> => (await readMembership(read, workspaceId, principalId))?.userId;

interface ReactionSubject {
  portal: Item | undefined;
  item: Item | undefined;
}

/** All reactions to comments on an item and on those merged into it, by id of the comment, the newest first. */
export async function findReactions(
  caller: Caller,
  read: Reader,
  place: ReactionSubject,
): Promise<FeedbackReaction[]> {
  const { id } = ownItemOrThrow(caller, place);
  const [userId, ...stored] = await Promise.all([
    personOf(read, caller),
    ...[id, ...mergedOf(place.item!)].map((itemId) => getReactions(read, itemId)),
  ]);
  return stored
    .flatMap((item) =>
      reactedCommentsIn(item).flatMap((commentId) =>
        reactionKinds.map((kind) => toFeedbackReaction(item, { commentId, kind }, userId)),
      ),
    )
    .filter(({ count }) => count > 0)
    .sort((one, other) => (positionOf(one) < positionOf(other) ? 1 : -1));
}

/** Where reactions are in lists. */
export const positionOf = ({ feedbackCommentId, kind }: FeedbackReaction): string =>
  `${feedbackCommentId} ${kind}`;
