import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { ApiError, notFound } from '../../kernel/core/errors.ts';
import { storyScript } from '../../kernel/html/assets.ts';
import { uuid } from '../../kernel/core/schema.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { getComment } from '../../planning/comments/get-comment.ts';
import { ownCommentPath } from '../../planning/page-paths.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { getDraft } from '../accounts/draft-store.ts';
import { newFormNonce } from '../public-portals/form-nonce.ts';
import { mayChange } from './may-change.ts';
import { nameOf, teamsOf, type MemberCall, type MemberPage, type RefusedForm } from './member-call.ts';
import { ownCommentView } from './own-comment-view.ts';
import { planningResponse } from './planning-response.ts';
import { showStoryPage } from './story-page.ts';
import { run } from '../accounts/run-operation.ts';

/** The ids in the path of a comment; throws a 404 for what is none. */
export function commentIdsOf({ call }: MemberCall): { storyId: string; commentId: string } {
  const { storyId, commentId } = call.request.parameters;
  if (!uuid().safeParse(commentId).success) throw notFound('page');
  return { storyId: storyId!, commentId: commentId! };
}

/** The page on which a comment is changed or deleted, with what was typed when a session ended. */
export const ownCommentPage: MemberPage = async (member) => {
  const { call, visitor } = member;
  const { storyId, commentId } = commentIdsOf(member);
  const { id } = visitor.session.user;
  const draft = await getDraft(call.read, id, ownCommentPath(storyId, commentId), call.now);
  return await show(member, await findComment(member), { draft: draft?.['content'] });
};

/**
 * The same page, with a form that was not carried out. Where the comment is gone meanwhile, its text stands on the page of
 * the story, to be sent as another one.
 */
export async function showOwnComment(member: MemberCall, again: RefusedForm): Promise<WebResponse> {
  try {
    return await show(member, await findComment(member), { again });
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    if (!isGone || again.form['content'] === undefined) throw error;
    return await showStoryPage(member, { ...again, form: { content: again.form['content'] } });
  }
}

async function findComment(member: MemberCall): Promise<Comment> {
  const data = await run(member, getComment, { path: commentIdsOf(member) });
  if (!mayChange(member, data)) throw notFound('page');
  return data;
}

async function show(
  member: MemberCall,
  comment: Comment,
  { again, draft }: { again?: RefusedForm; draft?: string | undefined },
): Promise<WebResponse> {
  const { t, visitor, teamId, call } = member;
  const { storyId } = commentIdsOf(member);
  const [found, teams, name] = await Promise.all([
    run(member, getStory, { path: { storyId } }),
    teamsOf(member),
    nameOf(member),
  ]);
  return planningResponse(
    { t, visitor, name, teams, teamId, title: t.text('story.editComment'), scripts: [storyScript] },
    ownCommentView({
      t,
      csrfToken: visitor.csrfToken,
      formNonce: newFormNonce(call),
      story: found,
      comment,
      typed: again?.form['content'] ?? draft,
      isUnsaved: draft !== undefined,
      isConflict: again?.status === 409,
      problem: again?.problem,
    }),
    again?.status,
  );
}
