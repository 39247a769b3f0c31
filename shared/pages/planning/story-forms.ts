import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { COMMENT, commentAnchor, storyPath } from '../../planning/page-paths.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { deleteDraft, draftOf, putDraft } from '../accounts/draft-store.ts';
import { KEPT } from './comment-form-view.ts';
import { ASSIGNEE } from './story-facts-view.ts';
import { runFor, type MemberCall, type MemberForm } from './member-call.ts';

/** Adds a comment or a reply, once for each form however often it is sent. */
export const commentOnStory: MemberForm = async (member, form) => {
  const { call, visitor } = member;
  const path = pathOf(member);
  const parentId = form['parentId'];
  const body = { content: (form['content'] ?? '').trim(), ...(parentId && { parentId }) };
  const { data } = await runFor(member, createComment, { path: idsOf(member), body, once: form });
  await commit(call.services.database, [deleteDraft(visitor.session.user.id, path)]);
  const { id } = data as Comment;
  return redirectResponse(`${path}?done=comment&${COMMENT}=${id}#${commentAnchor(id)}`);
};

/** Sets the status of the version of the story that the form shows. */
export const chooseStatus: MemberForm = async (member, form) => {
  const body = { expectedUpdatedAt: form['version'], statusId: form['status'] };
  await runFor(member, updateStory, { path: idsOf(member), body });
  return await chosenAs('status', member, form);
};

/** Assigns the version of the story that the form shows to the member who sends it, or to no one. */
export const assignStory: MemberForm = async (member, form) => {
  const isTaken = form[ASSIGNEE] === 'me';
  const assigned = isTaken ? { assigneeId: member.member.memberId } : { clearFields: ['assigneeId'] };
  const body = { expectedUpdatedAt: form['version'], ...assigned };
  await runFor(member, updateStory, { path: idsOf(member), body });
  return await chosenAs(isTaken ? 'assigned' : 'unassigned', member, form);
};

/** The page after a choice, with the comment that was being typed. */
async function chosenAs(done: string, member: MemberCall, form: Form): Promise<WebResponse> {
  const { call, visitor } = member;
  const path = pathOf(member);
  const { content = '', parentId } = form;
  const { id } = visitor.session.user;
  const isTyped = content.trim() !== '';
  if (isTyped) {
    const draft = draftOf({ content, ...(parentId && { parentId }) });
    await commit(call.services.database, [putDraft(id, path, draft, call.now)]);
  } else if (form[KEPT] !== undefined) await commit(call.services.database, [deleteDraft(id, path)]);
  return redirectResponse(`${path}?done=${done}`);
}

const idsOf = ({ call }: MemberCall) => ({ storyId: call.request.parameters['storyId']! });

const pathOf = (member: MemberCall): string => storyPath(idsOf(member).storyId);
