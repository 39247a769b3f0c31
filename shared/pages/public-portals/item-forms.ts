import { addOwnComment } from '../../feedback/visitors/add-own-comment.ts';
import { deleteOwnComment as deleteComment } from '../../feedback/visitors/delete-own-comment.ts';
import { followItem, unfollowItem } from '../../feedback/visitors/own-follow.ts';
import { addOwnReaction, withdrawOwnReaction } from '../../feedback/visitors/own-reaction.ts';
import { castOwnVote, withdrawOwnVote } from '../../feedback/visitors/own-vote.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { dropDraft } from '../kit/answer.ts';
import { form, text } from '../kit/form.ts';
import type { CommentDraft } from './comments-view.ts';
import {
  addresses,
  anchors,
  CANCEL,
  DONE,
  FOLLOWED,
  KEPT,
  SAID,
  VOTED,
  withQuery,
} from '../portal/addresses.ts';
import { nameRefusal, storeGivenName } from './given-name.ts';
import { pageToReturnTo, returnPath } from './page-to-return-to.ts';
import { showItem } from './show-feedback-item.ts';
import type { VisitorCall, VisitorForm, VisitorPage } from './visitors.ts';

const itemPath = ({ slugs }: VisitorCall): string => addresses.item(slugs.portalSlug, slugs.itemSlug);

/** The page that a button names, if it is one of this portal; otherwise that of the idea. */
const pageNamed = ({ slugs, call }: VisitorCall, back: string | undefined): URL =>
  pageToReturnTo({ back, parameters: slugs, baseUrl: call.services.baseUrl() });

/** Adds or takes back a vote, of which a person has one for each idea. */
const voteForFeedbackItem: VisitorForm = form({
  operation: (sent) => (sent['vote'] === 'back' ? withdrawOwnVote : castOwnVote),
  keepsDraft: true,
  done(person, _, { back }) {
    const page = pageNamed(person, back);
    const { itemSlug } = person.slugs;
    const anchor = page.pathname === itemPath(person) ? anchors.item : anchors.idea(itemSlug);
    return returnPath(page, { [VOTED]: itemSlug }, anchor);
  },
});

/** Follows an idea without a vote, or ends that also for those who voted, wrote or commented. */
const followFeedbackItem: VisitorForm = form({
  operation: (sent) => (sent['follow'] === 'yes' ? followItem : unfollowItem),
  keepsDraft: true,
  done: (person, { following }) =>
    `${withQuery(itemPath(person), { [DONE]: following ? FOLLOWED : 'unfollowed' })}#${anchors.item}`,
});

/** Adds a reaction to a comment, or takes it back. */
const reactToComment: VisitorForm = form({
  operation: (sent) => (sent['give'] === undefined ? withdrawOwnReaction : addOwnReaction),
  body: (_, { give, back }) => ({ kind: give ?? back }),
  keepsDraft: true,
  refusals: { conflict: ['give', 'reaction.full'] },
  done: (person, { feedbackCommentId }, sent) =>
    returnPath(pageNamed(person, sent['back-to']), {}, anchors.comment(feedbackCommentId)),
});

/** Deletes a comment as its author; replies to it stay. A form that is sent again finds none, and says the same. */
const deleteOwnComment: VisitorForm = form({
  operation: deleteComment,
  isDoneIfGone: true,
  keepsDraft: true,
  done: (person) => `${withQuery(itemPath(person), { [DONE]: 'comment-deleted' })}#${anchors.comments}`,
});

/** The buttons on the page of an idea; why one did nothing is a page of its own. */
export const buttons = {
  page: { formsAnswer: true, show: ({ call }) => showItem(call) } satisfies VisitorPage,
  forms: { voteForFeedbackItem, followFeedbackItem, reactToComment, deleteOwnComment },
};

/** The page of an idea, with a comment that was not posted. */
const commented: VisitorPage = {
  show: ({ call }, rejected) =>
    showItem(
      call,
      rejected && { text: rejected.problem?.text ?? '', status: rejected.status, ...draftIn(rejected.form) },
    ),
};

const draftIn = (sent: Form): CommentDraft => ({
  content: sent['content']?.replaceAll('\r\n', '\n').trim(),
  parentId: repliedTo(sent),
  name: sent['name'],
  isKept: sent[KEPT] !== undefined,
});

const repliedTo = (sent: Form): string | undefined => uuid().safeParse(sent['parentId']).data;

const comment: VisitorForm = form({
  operation: addOwnComment,
  fields: { content: text('content') },
  before: storeGivenName,
  body: (_, sent) => ({ parentId: repliedTo(sent) }),
  keepsDraft: (sent) => sent[KEPT] === undefined,
  refusals: {
    content: ['content', 'idea.commentLength'],
    conflict: ['content', 'comment.full'],
    name: nameRefusal,
  },
  done: (person, { id, parentId }) =>
    `${withQuery(itemPath(person), {
      [DONE]: parentId === null ? 'commented' : 'replied',
      [SAID]: id,
    })}#${anchors.comment(id)}`,
});

/** Adds a comment under the visitor's name, or gives up the draft of a reply and leads back to what it was to. */
const commentOnFeedbackItem: VisitorForm = {
  ...comment,
  async handle(person, sent) {
    if (sent[CANCEL] === undefined) return await comment.handle(person, sent);
    await dropDraft(person);
    const to = repliedTo(sent);
    return redirectResponse(
      `${itemPath(person)}#${to === undefined ? anchors.comments : anchors.comment(to)}`,
    );
  },
};

export const comments = { page: commented, forms: { commentOnFeedbackItem } };
