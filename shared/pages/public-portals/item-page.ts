import { getDraft } from '../session/draft-store.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { readAhead } from '../../kernel/db/read-ahead.ts';
import { uuid } from '../../kernel/core/schema.ts';
import {
  feedbackCommentIdOf,
  feedbackCommentSortKey,
  commentsOf,
  getFeedbackCommentItem,
  toFeedbackComment,
} from '../../feedback/items/comment-store.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import { getFollow } from '../../feedback/items/follow-store.ts';
import { findAuthorIds, isEditable } from '../../feedback/items/own-posts.ts';
import { getReactions, reactionsTo } from '../../feedback/items/reaction-store.ts';
import type { teamTools } from '../portal-team/item-page.ts';
import { findVotes } from '../../feedback/items/vote-store.ts';
import type { Fragment } from '../../kernel/html/html.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { textsFor } from '../session/texts-for.ts';
import { addresses, DONE, FOLLOWED, REPLY, SAID, THANKS, VOTED, withQuery } from '../portal/addresses.ts';
import type { CommentDraft } from './comments-view.ts';
import { acts } from './done-texts.ts';
import { findPublicItem } from './find-item.ts';
import { newFormNonce } from '../kit/form-nonce.ts';
import { itemView } from './item-view.ts';
import { portalAddress } from '../portal/portal-address.ts';
import { portalResponse } from '../portal/portal-response.ts';
import { showPortal } from '../portal/public-portal.ts';
import { findPortalTeam } from '../portal/team.ts';
import { signedInVisitor } from '../portal/visitor.ts';

/** The tools of the team, whose code visitors do not need. */
const teamToolsOf: typeof teamTools = async (...request) => {
  const page = await import('../portal-team/item-page.ts');
  return await page.teamTools(...request);
};

/** The error of a submitted comment, and what was submitted. */
export interface Problem extends CommentDraft {
  text: Fragment;
  status: number;
}

/** Number of comments on a page; older ones are on further pages. */
const COMMENTS_SHOWN = 100;

/** The page of the item in the request's path; `problem` is the error of a submitted comment. */
export async function itemPage(call: WebCall, problem?: Problem): Promise<WebResponse> {
  const { request } = call;
  const { portalSlug, itemSlug } = request.parameters as { portalSlug: string; itemSlug: string };
  const cursor = uuid().safeParse(request.query.get('cursor')).data;
  // What everyone sees; reads of the visitor's own join its batches.
  const read = readAhead(call.read, `${addresses.item(portalSlug, itemSlug)} ${cursor ?? ''}`);
  const pageOfComments = (itemIds: readonly string[]) =>
    readNewest(read, {
      index: 'list',
      partitions: itemIds.map((id) => commentsOf(id)),
      before: cursor && feedbackCommentSortKey(cursor),
      limit: COMMENTS_SHOWN + 1,
    });
  const load = async (id: string) => {
    const [comments, reactions] = await Promise.all([pageOfComments([id]), getReactions(read, id)]);
    return { comments, reactions };
  };
  const [visitor, { portal: found, item, stored, officialCommentId, isEdited, commentedIds, loaded }] =
    await Promise.all([signedInVisitor(call), findPublicItem(read, { portalSlug, itemSlug }, load)]);
  const listed = loaded.comments.find((one) => feedbackCommentIdOf(one) === officialCommentId);
  const userId = visitor?.session.user.id;
  const person = userId === undefined ? undefined : { userId, workspaceId: found.workspaceId };
  const [voted, comments, merged, pinned, draft, team, authorIds, follow, t] = await Promise.all([
    userId === undefined ? new Set<string>() : findVotes(call.read, userId, [item.id]),
    commentedIds.length === 1 ? loaded.comments : pageOfComments(commentedIds),
    Promise.all(commentedIds.slice(1).map((id) => getReactions(read, id))),
    listed ?? (officialCommentId === null ? undefined : getFeedbackCommentItem(read, officialCommentId)),
    userId === undefined ? undefined : getDraft(call.read, userId, request.path, call.now),
    findPortalTeam(call, visitor, found),
    person ? findAuthorIds(call.read, person) : new Set<string>(),
    userId === undefined ? undefined : getFollow(call.read, commentedIds, userId),
    textsFor(request, found.language),
  ]);
  const all = comments.map(toFeedbackComment);
  const shown = all.slice(0, COMMENTS_SHOWN);
  const reactionsOf = new Map([loaded.reactions, ...merged].map((one, place) => [commentedIds[place], one]));
  const { baseUrl, isElsewhere } = portalAddress(found, call, visitor);
  const portal = showPortal(found, baseUrl);
  const isOwn = authorIds.has(stored.authorId);
  const isVoted = voted.has(item.id);
  const done = visitor && doneOf(call, { isVoted, isFollowed: follow === true, itemSlug: item.slug });
  const tools =
    team && (await teamToolsOf(call, { t, portal: found, visitor: visitor!, ...team, itemId: item.id }));
  const asked = uuid().safeParse(request.query.get(REPLY)).data;
  const sent = problem ?? keptFor(asked, draft);
  const view = itemView({
    t,
    portal,
    visitor,
    item,
    voted,
    done: done?.item,
    isEdited,
    isOwn: isOwn && isEditable(stored),
    isFollowed:
      follow ?? (voted.has(item.id) || isOwn || all.some(({ authorId }) => authorIds.has(authorId))),
    comments: all,
    talk: {
      t,
      place: [portal.slug, item.slug],
      visitor: visitor && { ...visitor, userId: visitor.session.user.id },
      memberName: team?.member.name,
      comments: [...shown].reverse(),
      official: visible(pinned && toFeedbackComment(pinned), commentedIds),
      count: item.commentCount,
      reactions: ({ id, itemId }) => reactionsTo(reactionsOf.get(itemId), id),
      itemAuthorId: stored.authorId,
      authorIds,
      older: all.length > COMMENTS_SHOWN ? shown.at(-1)!.id : undefined,
      isOlder: cursor !== undefined,
      path: withQuery(addresses.item(portal.slug, item.slug), { cursor }),
      done: done?.comment,
      said: request.query.get(SAID) ?? undefined,
      replyTo: visitor && (problem ? problem.parentId : (asked ?? sent?.parentId)),
      problem: problem?.text,
      draft: sent,
      formNonce: newFormNonce(call),
      toolsOf: tools?.toolsOf,
    },
    team: tools,
  });
  return portalResponse({ t, portal, visitor, team, baseUrl, isElsewhere }, view, problem?.status);
}

/** The stored draft of the form that is shown: of the reply that is asked for, else of any. */
const keptFor = (asked: string | undefined, draft: CommentDraft | undefined): CommentDraft | undefined =>
  draft?.content === undefined || (asked !== undefined && asked !== draft.parentId)
    ? undefined
    : { ...draft, isKept: true };

/** A pinned comment, unless it has been hidden since, or left with an item whose merge was undone. */
const visible = (
  comment: FeedbackComment | undefined,
  itemIds: readonly string[],
): FeedbackComment | undefined =>
  comment && !comment.hidden && !comment.internal && itemIds.includes(comment.itemId) ? comment : undefined;

/** What a visitor has just done, by the place on the page where it is said. */
function doneOf(
  { request: { query } }: WebCall,
  { isVoted, isFollowed, itemSlug }: { isVoted: boolean; isFollowed: boolean; itemSlug: string },
): { item?: PlainText | undefined; comment?: PlainText | undefined } {
  if (query.has(THANKS)) return isVoted ? { item: acts.item.suggested } : {};
  if (query.get(VOTED) === itemSlug) return { item: isVoted ? acts.item.voted : acts.item.unvoted };
  const act = query.get(DONE) ?? '';
  if (act === FOLLOWED && !isFollowed) return {};
  const textIn = (texts: Record<string, PlainText>) => (Object.hasOwn(texts, act) ? texts[act] : undefined);
  return { item: textIn(acts.item), comment: textIn(acts.comment) };
}
