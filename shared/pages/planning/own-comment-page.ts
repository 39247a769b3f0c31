import { ApiError, notFound } from '../../kernel/core/errors.ts';
import { storyScript } from '../../browser/assets.ts';
import { uuid } from '../../kernel/core/schema.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { deleteComment } from '../../planning/comments/delete-comment.ts';
import { getComment } from '../../planning/comments/get-comment.ts';
import { updateComment } from '../../planning/comments/update-comment.ts';
import { COMMENT, commentAnchor, COMMENTS, storyPath } from '../../planning/paths/page-paths.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import type { PageCode } from '../kit/page.ts';
import { run } from '../kit/run-operation.ts';
import { mayChange } from './may-change.ts';
import type { MemberCall } from './member-call.ts';
import { memberForm, memberPage } from './member-page.ts';
import { ownCommentView } from './own-comment-view.ts';
import { storyIdsOf } from './story-ids.ts';
import { page as storyPage } from './story-page.ts';

/** The page on which a comment is changed or deleted, with what was typed when a session ended. */
const ownCommentPage = memberPage({
  load: (asked) => ({
    comment: findComment(asked),
    story: run(asked, getStory, { path: storyIdsOf(asked) }),
  }),
  view: ({ comment, story }, { t, tools, rejected }) => ({
    title: t.text('story.editComment'),
    scripts: [storyScript],
    body: ownCommentView({ ...tools, story, comment, isConflict: rejected?.status === 409 }),
  }),
});

/** Where the comment is gone meanwhile, its text stands on the page of the story, to be sent as another one. */
export const page: PageCode<MemberCall> = {
  async show(member, rejected) {
    try {
      return await ownCommentPage.show(member, rejected);
    } catch (error) {
      const content = rejected?.form['content'];
      const isGone = error instanceof ApiError && error.status === 404;
      if (!isGone || rejected === undefined || content === undefined) throw error;
      const story = { ...member, page: storyPath(storyIdsOf(member).storyId) };
      return await storyPage.show(story, { ...rejected, form: { content } });
    }
  },
};

/** The comment that the path names. Throws a 404 for who may not change it. */
async function findComment(member: MemberCall): Promise<Comment> {
  const { commentId } = member.call.request.parameters;
  if (!uuid().safeParse(commentId).success) throw notFound('page');
  const found = await run(member, getComment, { path: { ...storyIdsOf(member), commentId } });
  if (!mayChange(member, found)) throw notFound('page');
  return found;
}

export const forms = {
  editStoryComment: memberForm({
    operation: updateComment,
    body: (_, { version, content = '' }) => ({ expectedUpdatedAt: version, content: content.trim() }),
    done(member, { id }) {
      const { storyId } = storyIdsOf(member);
      return `${storyPath(storyId)}?done=comment-edited&${COMMENT}=${id}#${commentAnchor(id)}`;
    },
  }),
  deleteStoryComment: memberForm({
    operation: deleteComment,
    isDoneIfGone: true,
    keepsDraft: true,
    done: (member) => `${storyPath(storyIdsOf(member).storyId)}?done=comment-deleted#${COMMENTS}`,
  }),
};
