import { writeConflict } from '../../kernel/core/errors.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { commit } from '../../kernel/db/write.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { actorOf } from '../../feedback/items/author.ts';
import { assertNotBanned } from '../../feedback/items/ban-store.ts';
import { replaceFeedbackComment } from '../../feedback/items/comment-store.ts';
import { feedbackCommentCreateSchema } from '../../feedback/items/feedback-comment.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { deleteDraft, getDraft } from '../accounts/draft-store.ts';
import { signInPath } from '../accounts/next-path.ts';
import { addresses, anchors, DONE, SAID, withQuery } from './addresses.ts';
import { commentTextOf } from './comment-on-feedback-item.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { ownCommentOrThrow } from './own-comment.ts';
import { parseSubmission } from './parse-form.ts';
import { portalRoute } from './portal-route.ts';
import { signedInVisitor } from './visitor.ts';

const path = '/portals/{portalSlug}/feedback/items/{itemSlug}/comments/{commentId}';

const loadPage = () => import('./own-comment-page.ts');
const pathOf = ({ portalSlug, itemSlug, commentId }: Record<string, string>) =>
  addresses.ownComment(portalSlug!, itemSlug!, commentId!);

/** The form in which visitors change or delete a comment of theirs. */
export const showOwnComment = portalRoute({
  id: 'showOwnComment',
  method: 'GET',
  path,
  handle: async (call) => {
    const visitor = await signedInVisitor(call);
    const { path: page, parameters } = call.request;
    if (!visitor) return redirectResponse(signInPath(pathOf(parameters)));
    const userId = visitor.session.user.id;
    const { comment } = await ownCommentOrThrow(call, userId);
    const [{ ownCommentPage }, draft] = await Promise.all([
      loadPage(),
      getDraft(call.read, userId, page, call.now),
    ]);
    return await ownCommentPage(call, {
      visitor,
      content: draft?.['content'] ?? comment.content,
      version: comment.updatedAt,
    });
  },
});

/** Changes the text of a comment as its author, as long as the public sees it. */
export const editOwnComment = formRoute({
  id: 'editOwnComment',
  path,
  limit: visitorLimits.edits,
  formPage: pathOf,
  showAgain: async (call, { form, visitor }, problem) =>
    (await loadPage()).ownCommentPage(call, {
      visitor,
      content: commentTextOf(form),
      version: form['version'],
      problem,
    }),
  handle: async (call, { form, visitor }) => {
    const { services, now, request } = call;
    const text = commentTextOf(form);
    const parsed = parseSubmission(feedbackCommentCreateSchema(), { content: text });
    if (Array.isArray(parsed)) {
      return (await loadPage()).ownCommentPage(call, {
        visitor,
        content: text,
        version: form['version'],
        problem: 'idea.commentLength',
      });
    }
    const userId = visitor.session.user.id;
    const { content } = parsed;
    const { id, conflict } = await retryOnConflict(async () => {
      const read = createReader(services.database);
      const { comment, portal } = await ownCommentOrThrow({ ...call, read }, userId);
      await assertNotBanned(read, userId, portal.workspaceId);
      const isSame = content === comment.content;
      if (!isSame && form['version'] !== comment.updatedAt) {
        return { id: comment.id, conflict: comment.updatedAt };
      }
      const updatedAt = nextTimestamp(now, comment.updatedAt);
      const next = { ...comment, content, editedAt: updatedAt, updatedAt };
      const written = isSame ? [] : replaceFeedbackComment(next, comment, writeConflict);
      await commit(services.database, [...written, deleteDraft(userId, request.path)], actorOf(comment));
      return { id: comment.id, conflict: undefined };
    });
    if (conflict !== undefined) {
      const sent = { visitor, content: text, version: conflict, problem: 'comment.conflict' as const };
      return await (await loadPage()).ownCommentPage(call, sent);
    }
    const { portalSlug, itemSlug } = request.parameters as { portalSlug: string; itemSlug: string };
    const item = withQuery(addresses.item(portalSlug, itemSlug), { [DONE]: 'comment-edited', [SAID]: id });
    return redirectResponse(`${item}#${anchors.comment(id)}`);
  },
});
