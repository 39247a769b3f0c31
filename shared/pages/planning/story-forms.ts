import type { Form } from '../../kernel/api/http/form.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { storyPath } from '../../planning/page-paths.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { deleteDraft } from '../accounts/draft-store.ts';
import { refusalText } from '../accounts/refusal-text.ts';
import { runFor, type MemberCall, type MemberForm } from './member-call.ts';
import { showStoryPage } from './story-page.ts';

/** Adds a comment, once for each form however often it is sent. */
export const commentOnStory: MemberForm = async (member, form) =>
  await orShownAgain(member, form, async (storyId) => {
    const body = { content: (form['content'] ?? '').trim() };
    const { data } = await runFor(member, createComment, { path: { storyId }, body, once: form });
    const { call, visitor } = member;
    await commit(call.services.database, [deleteDraft(visitor.session.user.id, storyPath(storyId))]);
    return redirectResponse(`${storyPath(storyId)}?done=comment#comment-${(data as Comment).id}`);
  });

/** Sets the status of the version of the story that the form shows. */
export const chooseStatus: MemberForm = async (member, form) =>
  await orShownAgain(member, form, async (storyId) => {
    const body = { expectedUpdatedAt: form['version'], statusId: form['status'] };
    await runFor(member, updateStory, { path: { storyId }, body });
    return redirectResponse(`${storyPath(storyId)}?done=status`);
  });

/** What is done with the story, or its page with the form as it was sent and the reason why it is refused. */
async function orShownAgain(
  member: MemberCall,
  form: Form,
  run: (storyId: string) => Promise<WebResponse>,
): Promise<WebResponse> {
  try {
    return await run(member.call.request.parameters['storyId']!);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 404 || error.status >= 429) throw error;
    const problem = refusalText(error, member.t);
    return await showStoryPage(member, { form, status: error.status, problem });
  }
}
