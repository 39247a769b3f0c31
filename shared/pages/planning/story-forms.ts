import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { COMMENT, commentAnchor, storyPath } from '../../planning/page-paths.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { deleteDraft, draftOf, putDraft } from '../accounts/draft-store.ts';
import { KEPT } from './comment-form-view.ts';
import { runFor, type MemberCall, type MemberForm } from './member-call.ts';
import { patchOf, touchedFields } from './story-fields.ts';
import { showStoryPage } from './story-page.ts';
import { SAVED, SUB_STORIES } from './story-view.ts';

/** Adds a comment or a reply, once for each form however often it is sent; other changes wait to be saved. */
export const commentOnStory: MemberForm = {
  async handle(member, form) {
    const { call, visitor } = member;
    const path = pathOf(member);
    const parentId = form['parentId'];
    const body = { content: (form['content'] ?? '').trim(), ...(parentId && { parentId }) };
    const { data } = await runFor(member, createComment, { path: idsOf(member), body, once: form });
    const unsaved = draftOf(touchedFields(form));
    const { id: userId } = visitor.session.user;
    await commit(call.services.database, [
      Object.keys(unsaved).length > 0 ? putDraft(userId, path, unsaved, call.now) : deleteDraft(userId, path),
    ]);
    const { id } = data as Comment;
    return redirectResponse(`${path}?done=comment&${COMMENT}=${id}#${commentAnchor(id)}`);
  },
  showAgain: showStoryPage,
};

/** Changes what differs from what the page was shown with, in the version that it was shown with. */
export const saveStory: MemberForm = {
  async handle(member, form) {
    const patch = patchOf(touchedFields(form));
    if (Object.keys(patch).length > 0) {
      const body = { expectedUpdatedAt: form['version'], ...patch };
      await runFor(member, updateStory, { path: idsOf(member), body });
    }
    return await savedPage(member, form);
  },
  showAgain: showStoryPage,
};

/** Creates a sub-story, once for each form however often it is sent. */
export const addSubStory: MemberForm = {
  async handle(member, form) {
    const { storyId: parentId } = idsOf(member);
    const body = { teamId: member.teamId, parentId, title: (form['subStory'] ?? '').trim() };
    await runFor(member, createStory, { body, once: form });
    return redirectResponse(`${pathOf(member)}?done=subStory#${SUB_STORIES}`);
  },
  showAgain: showStoryPage,
};

/** The page after a change, with the comment that was being typed. */
async function savedPage(member: MemberCall, form: Form): Promise<WebResponse> {
  const { call, visitor } = member;
  const path = pathOf(member);
  const { content = '', parentId } = form;
  const { id } = visitor.session.user;
  const isTyped = content.trim() !== '';
  if (isTyped) {
    const draft = draftOf({ content, ...(parentId && { parentId }) });
    await commit(call.services.database, [putDraft(id, path, draft, call.now)]);
  } else if (form[KEPT] !== undefined) await commit(call.services.database, [deleteDraft(id, path)]);
  return redirectResponse(`${path}?done=saved#${SAVED}`);
}

const idsOf = ({ call }: MemberCall) => ({ storyId: call.request.parameters['storyId']! });

const pathOf = (member: MemberCall): string => storyPath(idsOf(member).storyId);
