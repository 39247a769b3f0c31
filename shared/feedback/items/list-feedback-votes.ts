import { list } from '../../kernel/api/operation/operation.ts';
import { findMemberId } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getUser } from '../../identity/members/user-store.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { displayName } from '../../identity/members/display-name.ts';
import { getVisitorId } from '../../kernel/auth/visitor-store.ts';
import { feedbackVoteSchema, toCustomerVote, type FeedbackVote } from './feedback-vote.ts';
import { ITEM_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { getItem } from './item-store.ts';
import { newestVotes, voteIdOf, type StoredVote } from './vote-store.ts';
import type { Reader } from '../../kernel/core/database.ts';

export const VOTES_PATH = `${ITEM_PATH}/votes`;

export const listFeedbackVotes = list({
  id: 'listFeedbackVotes',
  path: VOTES_PATH,
  tag: 'Feedback portals',
  summary: 'List votes for a feedback item',
  description: 'Returns who voted for an item, newest first. E-mail addresses are not shown.',
  scopes: ['feedback:read'],
  principals: ['user'],
  role: 'admin',
  params: { portalId: uuid(), itemId: uuid() },
  item: feedbackVoteSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
  }),
  handle: async ({ loaded, caller, read, page }) => {
    const { id } = ownItemOrThrow(caller, loaded);
    const { votes, next } = await newestVotes(read, id, page);
    return {
      items: await Promise.all(votes.map((vote) => showVote(read, caller.workspaceId, vote))),
      next,
    };
  },
});

/** A vote with its voter's public name, and their id as a member or visitor of the workspace. */
async function showVote(read: Reader, workspaceId: string, vote: StoredVote): Promise<FeedbackVote> {
  if (vote.addedBy !== undefined) return toCustomerVote(vote);
  const { userId } = vote;
  const [user, memberId, visitorId] = await Promise.all([
    getUser(read, userId),
    findMemberId(read, userId, workspaceId),
    getVisitorId(read, userId, workspaceId),
  ]);
  const member = memberId && (await readMembership(read, workspaceId, memberId));
  const isUser = member && member.accepted && member.userId === userId && member.role !== 'guest';
  return {
    id: voteIdOf(vote),
    itemId: vote.itemId,
    voterId: (isUser ? memberId : visitorId) ?? null,
    voterKind: isUser ? 'user' : 'visitor',
    voterName: displayName(user?.name ?? null),
    addedBy: null,
    createdAt: vote.at,
  };
}
