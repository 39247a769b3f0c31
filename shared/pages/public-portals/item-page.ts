import { getDraft } from '../accounts/draft-store.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { readAhead } from '../../kernel/db/read-ahead.ts';
import {
  feedbackCommentIdOf,
  commentsOf,
  getFeedbackCommentItem,
  toFeedbackComment,
} from '../../feedback/items/comment-store.ts';
import type { teamPanel } from '../portal-team/item-page.ts';
import { findVotes } from '../../feedback/items/vote-store.ts';
import { textsFor } from '../messages/texts-for.ts';
import { addresses, THANKS } from './addresses.ts';
import { findPublicItem } from './find-item.ts';
import { newFormNonce } from './form-nonce.ts';
import { itemView, type Problem } from './item-view.ts';
import { portalResponse } from './portal-response.ts';
import { showPortal } from './public-portal.ts';
import { findTeam } from './team.ts';
import { signedInVisitor } from './visitor.ts';

/** The tools of the team, whose code visitors do not need. */
const teamPanelOf: typeof teamPanel = async (call, place) => {
  const { teamPanel: panel } = await import('../portal-team/item-page.ts');
  return await panel(call, place);
};

/** Number of comments shown, the newest; the count includes older ones. */
const COMMENTS_SHOWN = 100;

/** The page of the item in the request's path; `problem` is the error of a submitted comment. */
export async function itemPage(call: WebCall, problem?: Problem): Promise<WebResponse> {
  const { services, request } = call;
  const { portalSlug, itemSlug } = request.parameters as { portalSlug: string; itemSlug: string };
  // What everyone sees; reads of the visitor's own join its batches.
  const read = readAhead(call.read, addresses.item(portalSlug, itemSlug));
  const newestComments = (itemIds: readonly string[]) =>
    readNewest(read, {
      index: 'list',
      partitions: itemIds.map((id) => commentsOf(id)),
      before: undefined,
      limit: COMMENTS_SHOWN,
    });
  const [visitor, { portal: found, item, officialCommentId, commentedIds, loaded }] = await Promise.all([
    signedInVisitor(call),
    findPublicItem(read, { portalSlug, itemSlug }, (id) => newestComments([id])),
  ]);
  const listed = loaded.find((one) => feedbackCommentIdOf(one) === officialCommentId);
  const [voted, comments, official, draft, team, t] = await Promise.all([
    visitor ? findVotes(call.read, visitor.session.user.id, [item.id]) : new Set<string>(),
    commentedIds.length === 1 ? loaded : newestComments(commentedIds),
    listed ?? (officialCommentId === null ? undefined : getFeedbackCommentItem(read, officialCommentId)),
    visitor && getDraft(call.read, visitor.session.user.id, request.path, call.now),
    findTeam(call, visitor, found),
    textsFor(request, found.language),
  ]);
  const baseUrl = services.baseUrl();
  const portal = showPortal(found, baseUrl);
  const view = itemView({
    t,
    portal,
    visitor,
    item,
    voted,
    comments: comments.map(toFeedbackComment).reverse(),
    official: official && toFeedbackComment(official),
    isNew: voted.has(item.id) && request.query.has(THANKS),
    problem,
    draft: draft?.['content'],
    formNonce: newFormNonce(call),
    teamPanel:
      team && (await teamPanelOf(call, { portal: found, visitor: visitor!, ...team, itemId: item.id })),
  });
  return portalResponse({ t, portal, visitor, team, baseUrl }, view, problem ? 400 : 200);
}
