import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { storyPath } from '../../planning/page-paths.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { deleteDraft } from '../accounts/draft-store.ts';
import { runFor, type MemberCall, type MemberForm } from './member-call.ts';

/** Adds a comment or a reply, once for each form however often it is sent. */
export const commentOnStory: MemberForm = async (member, form) => {
  const { call, visitor } = member;
  const path = pathOf(member);
  const body = { content: (form['content'] ?? '').trim() };
  const { data } = await runFor(member, createComment, { path: idsOf(member), body, once: form });
  await commit(call.services.database, [deleteDraft(visitor.session.user.id, path)]);
  return redirectResponse(`${path}?done=comment#comment-${(data as Comment).id}`);
};

/** Sets the status of the version of the story that the form shows. */
export const chooseStatus: MemberForm = async (member, form) => {
  const body = { expectedUpdatedAt: form['version'], statusId: form['status'] };
  await runFor(member, updateStory, { path: idsOf(member), body });
  return redirectResponse(`${pathOf(member)}?done=status`);
};

const idsOf = ({ call }: MemberCall) => ({ storyId: call.request.parameters['storyId']! });

const pathOf = (member: MemberCall): string => storyPath(idsOf(member).storyId);
