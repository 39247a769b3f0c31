import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { commit } from '../../kernel/db/write.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { draftOf } from '../accounts/draft.ts';
import { deleteDraft, putDraft } from '../accounts/draft-store.ts';
import { PageError } from '../accounts/page-error.ts';
import { KEPT } from './comment-form-view.ts';
import type { MemberCall } from './member-call.ts';
import { doneOn, storyIdsOf, storyPathOf, type StoryAct } from './story-act.ts';
import { changedMeanwhile, patchOf, touchedFields } from './story-fields.ts';
import { SAVED } from './story-places.ts';
import { run } from '../accounts/run-operation.ts';

/** Changes what differs from what the page was shown with, with the comment that was being typed. */
export const saveStory: StoryAct = async (member, form) => {
  const patch = patchOf(touchedFields(form));
  if (Object.keys(patch).length > 0) await updateUnlessChanged(member, form, patch);
  return await savedPage(member, form);
};

/** How often a story is read again that others go on changing. */
const ATTEMPTS = 4;

/**
 * Updates the version that the page was shown with. If the story has another one by now, that one is updated, unless it
 * differs in a field of the form.
 */
async function updateUnlessChanged(member: MemberCall, form: Form, patch: object): Promise<void> {
  const path = storyIdsOf(member);
  let version = form['version'];
  for (let attempt = 1; ; attempt++) {
    try {
      await run(member, updateStory, { path, body: { expectedUpdatedAt: version, ...patch } });
      return;
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'version_conflict';
      if (!isStale || attempt === ATTEMPTS) throw error;
    }
    const story = await run(member, getStory, { path });
    if (Object.keys(changedMeanwhile(form, story)).length > 0) {
      throw new PageError(409, 'error.refused', 'story.conflict');
    }
    version = story.updatedAt;
  }
}

async function savedPage(member: MemberCall, form: Form): Promise<WebResponse> {
  const { call, visitor } = member;
  const path = storyPathOf(member);
  const { content = '', parentId } = form;
  const { id } = visitor.session.user;
  const isTyped = content.trim() !== '';
  if (isTyped) {
    const draft = draftOf({ content, ...(parentId && { parentId }) });
    await commit(call.services.database, [putDraft(id, path, draft, call.now)]);
  } else if (form[KEPT] !== undefined) await commit(call.services.database, [deleteDraft(id, path)]);
  return doneOn(member, 'saved', SAVED);
}
