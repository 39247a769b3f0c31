import type { Form } from '../api/form.ts';
import { conflict } from '../api/errors.ts';
import { nothingPublic } from '../api/public-read.ts';
import { retryRaces } from '../api/retry-races.ts';
import { commit } from '../db/write.ts';
import { authorOf } from '../feedback/author.ts';
import { putComment } from '../feedback/comment-store.ts';
import {
  COMMENTS_MOST,
  feedbackCommentCreateSchema,
  type FeedbackComment,
} from '../feedback/feedback-comment.ts';
import { newId } from '../lib/id.ts';
import { redirectAnswer } from '../pages/page.ts';
import { addresses } from './addresses.ts';
import { findPublicItem } from './find-item.ts';
import { itemPage } from './item-page.ts';
import { judgeSent } from './judge-sent.ts';
import { rememberForm } from './once.ts';
import { posting, visitorLimits } from './posting.ts';

const itemPath = ({ portalSlug, itemSlug }: Record<string, string>) => addresses.item(portalSlug!, itemSlug!);

const textOf = (form: Form): string => (form['content'] ?? '').replaceAll('\r\n', '\n').trim();

/** Says something about an item, under one's name. */
export const commentOnFeedbackItem = posting({
  id: 'commentOnFeedbackItem',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}/comments',
  limit: visitorLimits.comments,
  formPage: itemPath,
  showAgain: (call, { form }, problem) => itemPage(call, { text: problem, content: textOf(form) }),
  handle: async (call, { form, visitor }) => {
    const { services, read, now, request } = call;
    const text = textOf(form);
    const judged = judgeSent(feedbackCommentCreateSchema, { content: text });
    if (Array.isArray(judged)) {
      return await itemPage(call, { text: `Your comment ${judged[0]!.message}.`, content: text });
    }
    const { portal, item } = await findPublicItem(read, request.parameters as never);
    const userId = visitor.session.user.id;
    const createdAt = now.toISOString();
    const id = newId(now);
    const refused = () =>
      item.commentCount >= COMMENTS_MOST
        ? conflict('The item has the most comments that one can have.')
        : nothingPublic();
    await retryRaces(async () => {
      const place = { userId, workspaceId: portal.workspaceId, post: { kind: 'comment' as const, id } };
      const { author, changes } = await authorOf(read, place, now);
      const comment: FeedbackComment = {
        ...{ id, portalId: portal.id, itemId: item.id, ...author },
        content: judged.content,
        hidden: false,
        createdAt,
        updatedAt: createdAt,
      };
      const forms = rememberForm(form, userId, now);
      await commit(services.database, [...putComment(comment, refused), ...forms, ...changes]);
    });
    return redirectAnswer(itemPath(request.parameters));
  },
});
