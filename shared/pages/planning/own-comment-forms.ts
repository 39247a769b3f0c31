import { ApiError } from '../../kernel/core/errors.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { deleteComment } from '../../planning/comments/delete-comment.ts';
import { updateComment } from '../../planning/comments/update-comment.ts';
import { COMMENT, commentAnchor, COMMENTS, ownCommentPath, storyPath } from '../../planning/page-paths.ts';
import { deleteDraft } from '../accounts/draft-store.ts';
import type { MemberForm } from './member-call.ts';
import { commentIdsOf, showOwnComment } from './own-comment-page.ts';
import { run } from '../accounts/run-operation.ts';

/** Changes the text of a comment in the version that the form was shown with. */
export const editComment: MemberForm = {
  async handle(member, form) {
    const { call, visitor } = member;
    const path = commentIdsOf(member);
    const { storyId, commentId } = path;
    const body = { expectedUpdatedAt: form['version'], content: (form['content'] ?? '').trim() };
    await run(member, updateComment, { path, body });
    const draft = deleteDraft(visitor.session.user.id, ownCommentPath(storyId, commentId));
    await commit(call.services.database, [draft]);
    const query = `done=comment-edited&${COMMENT}=${commentId}`;
    return redirectResponse(`${storyPath(storyId)}?${query}#${commentAnchor(commentId)}`);
  },
  showAgain: showOwnComment,
};

/** Deletes a comment with its replies. A form that is sent again finds none, and says the same. */
export const removeComment: MemberForm = {
  async handle(member) {
    const path = commentIdsOf(member);
    await run(member, deleteComment, { path }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
    return redirectResponse(`${storyPath(path.storyId)}?done=comment-deleted#${COMMENTS}`);
  },
  showAgain: showOwnComment,
};
