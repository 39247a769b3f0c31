import type { Form } from '../../kernel/api/http/form.ts';
import { deleteDraft } from '../accounts/draft-store.ts';
import { conflict } from '../../kernel/core/errors.ts';
import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { actorOf, authorOf } from '../../feedback/items/author.ts';
import { putFeedbackComment } from '../../feedback/items/comment-store.ts';
import {
  COMMENTS_MAX,
  feedbackCommentCreateSchema,
  type FeedbackComment,
} from '../../feedback/items/feedback-comment.ts';
import { newId } from '../../kernel/core/id.ts';
import { redirectResponse } from '../../kernel/html/page.ts';
import { addresses } from './addresses.ts';
import { findPublicItem } from './find-item.ts';
import { parseSubmission } from './parse-form.ts';
import { recordFormNonce } from './form-nonce.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { showItem } from './show-feedback-item.ts';

const itemPath = ({ portalSlug, itemSlug }: Record<string, string>) => addresses.item(portalSlug!, itemSlug!);

const textOf = (form: Form): string => (form['content'] ?? '').replaceAll('\r\n', '\n').trim();

/** Adds a comment to an item, under the visitor's name. */
export const commentOnFeedbackItem = formRoute({
  id: 'commentOnFeedbackItem',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}/comments',
  limit: visitorLimits.comments,
  formPage: itemPath,
  showAgain: (call, { form }, problem) => showItem(call, { text: problem, content: textOf(form) }),
  handle: async (call, { form, visitor }) => {
    const { services, read, now, request } = call;
    const text = textOf(form);
    const parsed = parseSubmission(feedbackCommentCreateSchema(), { content: text });
    if (Array.isArray(parsed)) {
      return await showItem(call, { text: 'idea.commentLength', content: text });
    }
    const { portal, item } = await findPublicItem(read, request.parameters, async () => undefined);
    const userId = visitor.session.user.id;
    const createdAt = now.toISOString();
    const id = newId(now);
    const refused = () =>
      item.commentCount >= COMMENTS_MAX
        ? conflict('This item has the maximum number of comments.')
        : publicNotFound();
    await retryOnConflict(async () => {
      const place = { userId, workspaceId: portal.workspaceId, post: { kind: 'comment' as const, id } };
      const { author, changes } = await authorOf(read, place, now);
      const comment: FeedbackComment = {
        id,
        portalId: portal.id,
        itemId: item.id,
        ...author,
        content: parsed.content,
        hidden: false,
        internal: false,
        createdAt,
        updatedAt: createdAt,
      };
      const forms = [
        ...recordFormNonce(form, userId, now),
        deleteDraft(userId, itemPath(request.parameters)),
      ];
      await commit(
        services.database,
        [...putFeedbackComment(comment, refused), ...forms, ...changes],
        actorOf(author),
      );
    });
    return redirectResponse(itemPath(request.parameters));
  },
});
