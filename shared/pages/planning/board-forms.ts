import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { boardPath } from '../../planning/page-paths.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { deleteDraft } from '../accounts/draft-store.ts';
import { boardWith, choicesOfForm, LIST } from './board-choices.ts';
import { showBoard } from './board-page.ts';
import { cardId } from './board-view.ts';
import { NONE } from './card-menu-view.ts';
import { filledFields, patchOf, type StoryFields } from './story-fields.ts';
import type { MemberCall, MemberForm } from './member-call.ts';
import { run } from '../accounts/run-operation.ts';

/** Creates a story as it was filled in, once for each form however often it is sent. */
export const createOnBoard: MemberForm = {
  async handle(member, form) {
    const { call, visitor } = member;
    const teamId = call.request.parameters['teamId']!;
    const kept = deleteDraft(visitor.session.user.id, boardPath(teamId));
    const body = { teamId, title: '', ...patchOf(filledFields(form)) };
    const data = await run(member, createStory, { body, once: form });
    await commit(call.services.database, [kept]);
    return afterChange('created', data.id, member, form);
  },
  showAgain: showBoard,
};

/** The fields of a story that the menu of its card changes. */
const menuFields = ['status', 'assignee', 'priority', 'estimate', 'sprint'] as const;

/**
 * Changes what is chosen in the menu of a story's card, such as its status, whatever else of it has changed since the board was shown: two who move it at once both
 * see where it is then.
 */
export const changeOnBoard: MemberForm = {
  async handle(member, form) {
    const storyId = member.call.request.parameters['storyId']!;
    const path = { storyId };
    const data = await run(member, getStory, { path });
    const chosen = menuFields.flatMap((name) => {
      const value = form[name];
      return value === undefined ? [] : [[name, name !== 'priority' && value === NONE ? '' : value]];
    });
    const patch = patchOf(Object.fromEntries(chosen) as Partial<StoryFields>);
    const body = { expectedUpdatedAt: data.updatedAt, ...patch };
    await run(member, updateStory, { path, body });
    return afterChange(form['status'] === undefined ? 'changed' : 'moved', storyId, member, form);
  },
  showAgain: showBoard,
};

/** The board after a change, at the story's card. */
function afterChange(done: string, storyId: string, { call }: MemberCall, form: Form): WebResponse {
  const path = boardWith(call.request.parameters['teamId']!, {
    ...choicesOfForm(form),
    status: form[LIST] || undefined,
    done,
    story: storyId,
  });
  return redirectResponse(`${path}#${cardId(storyId)}`);
}
