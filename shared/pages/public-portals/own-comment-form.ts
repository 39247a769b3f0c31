import { updateOwnComment } from '../../feedback/visitors/update-own-comment.ts';
import { getDraft } from '../session/draft-store.ts';
import { form, text } from '../kit/form.ts';
import { addresses, anchors, DONE, SAID, withQuery } from '../portal/addresses.ts';
import { ownCommentOrThrow } from './own-comment.ts';
import { ownCommentPage } from './own-comment-page.ts';
import type { VisitorForm, VisitorPage } from './visitors.ts';

/** The form in which visitors change or delete a comment of theirs. */
export const page: VisitorPage = {
  async show({ call, visitor, ...person }, rejected) {
    const userId = visitor.session.user.id;
    const [{ comment }, draft] = await Promise.all([
      ownCommentOrThrow(call, userId),
      rejected ? undefined : getDraft(call.read, userId, person.page, call.now),
    ]);
    const { updatedAt } = comment;
    return await ownCommentPage(call, {
      visitor,
      content: rejected ? (rejected.form['content'] ?? '') : (draft?.['content'] ?? comment.content),
      // Anyone who was shown that the text has changed may write over it.
      version: rejected && rejected.status !== 409 ? rejected.form['version'] : updatedAt,
      problem: rejected?.problem?.text,
      status: rejected?.status,
    });
  },
};

/** Changes the text of a comment as its author, as long as the public sees it. */
const editOwnComment: VisitorForm = form({
  operation: updateOwnComment,
  fields: { content: text('content') },
  body: (_, { version }) => ({ expectedUpdatedAt: version }),
  refusals: {
    content: ['content', 'idea.commentLength'],
    version_conflict: ['content', 'comment.conflict'],
  },
  done: ({ slugs }, { id }) =>
    `${withQuery(addresses.item(slugs.portalSlug, slugs.itemSlug), { [DONE]: 'comment-edited', [SAID]: id })}#${anchors.comment(id)}`,
});

export const forms = { editOwnComment };
