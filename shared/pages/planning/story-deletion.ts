import { parseParameters } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { ApiError, notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { Html } from '../../kernel/html/html.ts';
import { storyPath } from '../../planning/page-paths.ts';
import { restoreStory } from '../../planning/stories/restore-story.ts';
import { toStory } from '../../planning/stories/story-store.ts';
import { newFormNonce } from '../public-portals/form-nonce.ts';
import {
  nameOf,
  teamsOf,
  type MemberCall,
  type MemberForm,
  type MemberPage,
  type RefusedForm,
} from './member-call.ts';
import { planningResponse } from './planning-response.ts';
import { isReference } from './story-by-reference.ts';
import { deletedView, deletionView } from './story-deletion-view.ts';
import { SAVED } from './story-places.ts';
import { run } from '../accounts/run-operation.ts';

/** The page that asks whether a story is to be deleted. */
export const deletionPage: MemberPage = async (member) => await showDeletionPage(member);

export async function showDeletionPage(member: MemberCall, again?: RefusedForm): Promise<WebResponse> {
  if (member.member.role === 'guest') throw notFound('page');
  const { id, reference, title } = toStory(member.item);
  const page = { ...bindingOf(member), story: { id, reference, title }, problem: again?.problem };
  return await respond(member, `${reference} ${title}`, deletionView(page), again?.status);
}

/** The page that says that a story is deleted, from which it can be restored. */
export const deletedPage: MemberPage = async (member) => await showDeleted(member);

async function showDeleted(member: MemberCall, again?: RefusedForm): Promise<WebResponse> {
  const { story } = { ...parseParameters(member.call.request.query), ...again?.form };
  const page = {
    ...bindingOf(member),
    teamId: member.teamId,
    storyId: deletedIdOf(member),
    reference: isReference(story) ? story : undefined,
    problem: again?.problem,
  };
  return await respond(member, member.t.text('story.deletedTitle'), deletedView(page), again?.status);
}

/** Restores a story. One that is not deleted is shown as it is. */
export const restoreOnPage: MemberForm = {
  async handle(member) {
    const storyId = deletedIdOf(member);
    await run(member, restoreStory, { path: { storyId } }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
    return redirectResponse(`${storyPath(storyId)}?done=restored#${SAVED}`);
  },
  showAgain: showDeleted,
};

function deletedIdOf({ call }: MemberCall): string {
  const { data } = uuid().safeParse(call.request.parameters['deletedId']);
  if (data === undefined) throw notFound('page');
  return data;
}

const bindingOf = ({ t, visitor, call }: MemberCall) => ({
  t,
  csrfToken: visitor.csrfToken,
  formNonce: newFormNonce(call),
});

async function respond(
  member: MemberCall,
  title: string,
  body: Html,
  status: number | undefined,
): Promise<WebResponse> {
  const { t, visitor, teamId } = member;
  const [teams, name] = await Promise.all([teamsOf(member), nameOf(member)]);
  return planningResponse({ t, visitor, name, teams, teamId, title }, body, status);
}
