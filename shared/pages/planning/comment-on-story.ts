import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { COMMENT, commentAnchor } from '../../planning/page-paths.ts';
import { draftOf } from '../accounts/draft.ts';
import { deleteDraft, putDraft } from '../accounts/draft-store.ts';
import { storyIdsOf, storyPathOf, type StoryAct } from './story-act.ts';
import { touchedFields } from './story-fields.ts';
import { run } from '../accounts/run-operation.ts';

/** Adds a comment or a reply, once for each form however often it is sent; other changes wait to be saved. */
export const commentOnStory: StoryAct = async (member, form) => {
  const { call, visitor } = member;
  const path = storyPathOf(member);
  const parentId = form['parentId'];
  const body = { content: (form['content'] ?? '').trim(), ...(parentId && { parentId }) };
  const data = await run(member, createComment, { path: storyIdsOf(member), body, once: form });
  const unsaved = draftOf(touchedFields(form));
  const { id: userId } = visitor.session.user;
  await commit(call.services.database, [
    Object.keys(unsaved).length > 0 ? putDraft(userId, path, unsaved, call.now) : deleteDraft(userId, path),
  ]);
  const { id } = data;
  return redirectResponse(`${path}?done=comment&${COMMENT}=${id}#${commentAnchor(id)}`);
};
