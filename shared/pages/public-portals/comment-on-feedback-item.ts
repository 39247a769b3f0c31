import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { deleteDraft } from '../accounts/draft-store.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { uuid } from '../../kernel/core/schema.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { assertNotBanned } from '../../feedback/items/ban-store.ts';
import { threadOf } from '../../feedback/items/comment-access.ts';
import { commentOfPerson } from '../../feedback/items/comment-of-person.ts';
import { COMMENTS_MAX, feedbackCommentCreateSchema } from '../../feedback/items/feedback-comment.ts';
import { newId } from '../../kernel/core/id.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { addresses, anchors, CANCEL, DONE, KEPT, SAID, withQuery } from './addresses.ts';
import { findPublicItem } from './find-item.ts';
import { parseSubmission } from './parse-form.ts';
import { assertNotSubmitted, recordFormNonce } from '../kit/form-nonce.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import type { Problem } from './item-page.ts';
import { PageError } from '../accounts/page-error.ts';
import { showItem } from './show-feedback-item.ts';
import { visitorNameProblem, storeName } from './visitor-name.ts';

const itemPath = ({ portalSlug, itemSlug }: Record<string, string>) => addresses.item(portalSlug!, itemSlug!);

/** The text of a comment as it was typed. */
export const commentTextOf = (form: Form): string => (form['content'] ?? '').replaceAll('\r\n', '\n').trim();

const problemOf = (form: Form, text: PlainText): Problem => ({
  text,
  content: commentTextOf(form),
  parentId: uuid().safeParse(form['parentId']).data,
  name: form['name'],
  isKept: form[KEPT] !== undefined,
});

/** The thread that a reply joins; a reply to what is gone is a comment of its own. */
async function threadOrNone(read: Reader, form: Form, ids: readonly string[]): Promise<string | null> {
  const parentId = uuid().safeParse(form['parentId']).data;
  try {
    return await threadOf(read, parentId, { ids, internal: false });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_reference') return null;
    throw error;
  }
}

/** Deletes the draft of a reply, and leads back to what it was to. */
async function giveUp({ services, request }: WebCall, form: Form, userId: string): Promise<WebResponse> {
  const path = itemPath(request.parameters);
  await commit(services.database, [deleteDraft(userId, path)]);
  const { data: parentId } = uuid().safeParse(form['parentId']);
  return redirectResponse(`${path}#${parentId === undefined ? anchors.comments : anchors.comment(parentId)}`);
}

/** Adds a comment to an item, under the visitor's name. */
export const commentOnFeedbackItem = formRoute({
  id: 'commentOnFeedbackItem',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}/comments',
  limit: visitorLimits.comments,
  formPage: itemPath,
  draftPage: (parameters) => `${itemPath(parameters)}#${anchors.write}`,
  showAgain: (call, { form }, problem) => showItem(call, problemOf(form, problem)),
  handle: async (call, { form, visitor }) => {
    const { services, read, now, request } = call;
    if (form[CANCEL] !== undefined) return await giveUp(call, form, visitor.session.user.id);
    const text = commentTextOf(form);
    const parsed = parseSubmission(feedbackCommentCreateSchema(), { content: text });
    if (Array.isArray(parsed)) {
      return await showItem(call, problemOf(form, 'idea.commentLength'));
    }
    const { user } = visitor.session;
    const userId = user.id;
    const found = await findPublicItem(read, request.parameters, async () => undefined);
    const { portal, item } = found;
    await assertNotBanned(read, userId, portal.workspaceId);
    const unnamed = await visitorNameProblem(visitor, { form, workspaceId: portal.workspaceId }, read);
    if (unnamed !== undefined) return await showItem(call, problemOf(form, unnamed));
    await assertNotSubmitted(read, form, userId);
    const parentId = await threadOrNone(read, form, found.commentedIds);
    await storeName(user, form, call);
    const id = newId(now);
    const refused = () =>
      item.commentCount >= COMMENTS_MAX
        ? new PageError(409, 'error.refused', 'comment.full')
        : publicNotFound();
    const comment = { id, itemId: item.id, content: parsed.content, parentId };
    await retryOnConflict(async () => {
      const { changes, actor } = await commentOfPerson(
        createReader(services.database),
        { userId, portal, comment, refused },
        now,
      );
      const forms = [
        ...recordFormNonce(form, userId, now),
        ...(form[KEPT] === undefined ? [] : [deleteDraft(userId, itemPath(request.parameters))]),
      ];
      await commit(services.database, [...changes, ...forms], actor);
    });
    const said = withQuery(itemPath(request.parameters), {
      [DONE]: parentId === null ? 'commented' : 'replied',
      [SAID]: id,
    });
    return redirectResponse(`${said}#${anchors.comment(id)}`);
  },
});
