import { parseAnyForm } from '../../kernel/api/http/any-form.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { Charge, WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';
import { toMember } from '../../identity/members/member-store.ts';
import { displayName, NOBODYS_NAME } from '../../identity/principals/display-name.ts';
import { getTeamItem, toTeam } from '../../identity/teams/team-store.ts';
import {
  boardPath,
  COMMENT,
  commentAnchor,
  objectivePath,
  objectivesPath,
  ownCommentPath,
  sprintPath,
  sprintsPath,
  storyPath,
} from '../../planning/page-paths.ts';
import { getObjectiveItem, toObjective } from '../../planning/objectives/objective-store.ts';
import { getStoryItem, toStory } from '../../planning/stories/story-store.ts';
import { hasCsrfToken, resolveVisitor, type Visitor } from '../accounts/csrf.ts';
import { draftOf } from '../accounts/draft.ts';
import { deleteDraft } from '../accounts/draft-store.ts';
import { findMember, type SignedInMember } from '../accounts/find-member.ts';
import { signInPath } from '../accounts/next-path.ts';
import { listJoinedTeams, type JoinedTeam } from '../accounts/person-workspaces.ts';
import type { Session } from '../accounts/session.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsFor } from '../messages/texts-for.ts';
import { DISCARD, type Problem } from '../portal-team/form-view.ts';
import type { MeantStory } from './meant-story.ts';
import { findReferencedStory, isReference } from './story-by-reference.ts';
import { problemOf } from '../portal-team/problem-of.ts';

/** A request by a member of a team for a page about what the team owns. */
export interface MemberCall {
  call: WebCall;
  member: SignedInMember;
  /** The team that owns it. */
  teamId: string;
  /** The stored story or team that the path names. */
  item: Item;
  visitor: Visitor & { session: Session };
  t: PageTexts;
}

export type MemberPage = (member: MemberCall) => Promise<WebResponse>;

/** A form of a page. */
export interface MemberForm {
  handle: (member: MemberCall, form: Form) => Promise<WebResponse>;
  /** The page again with a form that was refused, as it was typed. */
  showAgain: (member: MemberCall, refused: RefusedForm) => Promise<WebResponse>;
}

/**
 * A page for the members of a team, which counts as so many requests; asks others to sign in, and shows a 404 to people
 * who are not of the team.
 */
export async function showToMember(call: WebCall, show: MemberPage, requests: number): Promise<WebResponse> {
  const { path } = call.request;
  // Ids are the same in any case, and are stored in one; a draft is stored under the path.
  if (path !== path.toLowerCase()) return redirectResponse(addressOf(call));
  const visitor = await resolveVisitor(call);
  if (!visitor.session) return redirectResponse(signInPath(addressOf(call)));
  const { storyId } = call.request.parameters;
  if (isReference(storyId)) {
    const found = await findReferencedStory(call, visitor.session, storyId);
    if (found !== undefined) return redirectResponse(storyPath(found));
  }
  const own = { ...visitor, session: visitor.session };
  return await show(await memberCallOrThrow(call, own, { requests, writes: 0 }));
}

/** The usual address of a page with its query, and with the place of a comment that it names, which browsers do not send. */
function addressOf({ request: { path, query } }: WebCall): string {
  const comment = query.get(COMMENT);
  const place = comment !== null && uuid().safeParse(comment).success ? `#${commentAnchor(comment)}` : '';
  return `${path.toLowerCase()}${query.size > 0 ? `?${query.toString()}` : ''}${place}`;
}

/** A form that was not carried out, to be shown again as it was sent, with the reason. */
export interface RefusedForm {
  form: Form;
  status: number;
  problem: Problem | undefined;
  /** Whether it is a comment that was typed earlier and not sent since, of which the page tells. */
  isDraft?: boolean;
  /** The stories that its words can mean, to choose one. */
  meant?: readonly MeantStory[];
}

/**
 * A form on such a page, which only a page sent to this browser can submit. One that is refused is shown again on its page,
 * with what was typed.
 */
export async function acceptFromMember(
  call: WebCall,
  { handle, showAgain }: MemberForm,
): Promise<WebResponse> {
  const form = await parseAnyForm(call.request);
  const visitor = await resolveVisitor(call);
  if (!visitor.session) return signInToContinue(call, form);
  const own = { ...visitor, session: visitor.session };
  const member = await memberCallOrThrow(call, own, { requests: 1, writes: 1 });
  // They have signed in again in another tab, or another site has sent the form, which then does nothing.
  if (!hasCsrfToken(form, visitor)) {
    return await showAgain(member, { form, status: 403, problem: { text: member.t.text('story.renewed') } });
  }
  if (form[DISCARD] !== undefined) return await discardDraft(member);
  try {
    return await handle(member, form);
  } catch (error) {
    const { status, problem } = problemOf(error, member.t);
    return await showAgain(member, { form, status, problem });
  }
}

/** Drops what was kept through a sign-in of the forms of a page. */
async function discardDraft({ call, visitor }: MemberCall): Promise<WebResponse> {
  const path = pageOf(call.request);
  await commit(call.services.database, [deleteDraft(visitor.session.user.id, path)]);
  return redirectResponse(path);
}

/** The query parameter of a story's page for a choice that was not kept through a sign-in. */
export const UNSAVED = 'unsaved';

/** Whether a form changes what it is about, with which the comment that is being typed is sent too. */
export const isChange = (form: Form, path: string): boolean =>
  form['content'] === undefined || path.endsWith('/save');

/**
 * Keeps what was typed and chosen when a session ended, through the sign-in, for the page that it was sent from. A change
 * is not made then, and the page says so: others may have made one by then.
 */
function signInToContinue({ request }: WebCall, form: Form): WebResponse {
  const path = pageOf(request);
  const next = isChange(form, request.path) ? `${path}?${UNSAVED}=1` : `${path}#${COMMENT}`;
  const { version: _, ...written } = draftOf(form);
  if (Object.keys(written).length === 0) return redirectResponse(signInPath(next));
  const query = new URLSearchParams({ next });
  return { ...redirectResponse(`/sign-in/draft?${query.toString()}`), status: 307 };
}

/** The path of the page that a form is on. */
export function pageOf({ path, parameters }: Pick<WebCall['request'], 'path' | 'parameters'>): string {
  const { storyId, commentId, teamId, objectiveId, sprintId } = parameters;
  if (objectiveId !== undefined) return objectivePath(objectiveId);
  if (teamId !== undefined) {
    if (sprintId !== undefined) return sprintPath(teamId, sprintId);
    const lists = [sprintsPath(teamId), objectivesPath(teamId)];
    return lists.find((list) => list === path) ?? boardPath(teamId);
  }
  return commentId === undefined ? storyPath(storyId!) : ownCommentPath(storyId!, commentId);
}

/** Throws the same 404 where there is nothing of that id and where the person is not of its team. */
async function memberCallOrThrow(
  call: WebCall,
  visitor: MemberCall['visitor'],
  charge: Charge,
): Promise<MemberCall> {
  const owner = await findOwner(call);
  const member = owner && (await findMember(call.read, visitor.session, owner.workspaceId));
  const teamId = owner?.teamId;
  if (!member || teamId === undefined || !member.teamIds.has(teamId)) throw notFound('page');
  const { memberId: principalId, workspaceId, userId } = member;
  call.note({ userId });
  call.present({ credentialId: userId, workspaceId, proof: visitor.session.secret.text }, charge);
  await call.identify({ kind: 'user', principalId, credentialId: userId, workspaceId });
  return { call, member, teamId, item: owner.item, visitor, t: await textsFor(call.request) };
}

/** The team that owns what the path names, and its workspace. */
async function findOwner({
  read,
  request: { parameters },
}: WebCall): Promise<{ workspaceId: string; teamId: string; item: Item } | undefined> {
  const { storyId, objectiveId, teamId } = parameters;
  const { data: id } = uuid().safeParse(storyId ?? objectiveId ?? teamId);
  if (id === undefined) return undefined;
  if (objectiveId !== undefined) {
    const item = await getObjectiveItem(read, id);
    return item && { ...toObjective(item), item };
  }
  if (storyId === undefined) {
    const item = await getTeamItem(read, id);
    return item && { workspaceId: toTeam(item).workspaceId, teamId: id, item };
  }
  const item = await getStoryItem(read, id);
  if (!item) return undefined;
  const { workspaceId, teamId: ownerId } = toStory(item);
  return { workspaceId, teamId: ownerId, item };
}

/** The name that is shown with what the member writes. */
export async function nameOf({ call, member, visitor }: MemberCall): Promise<string> {
  const own = displayName(visitor.session.user.name);
  if (own !== NOBODYS_NAME) return own;
  // Read already to find the member.
  const stored = await getMemberItem(call.read, member.workspaceId, member.memberId);
  return stored ? displayName(toMember(stored).name) : own;
}

/** The teams of the workspace that the member is in, by name. */
export const teamsOf = ({ call, member }: MemberCall): Promise<JoinedTeam[]> =>
  listJoinedTeams(call.read, { accepted: true, teamIds: member.teamIds });

export const codesOf = (teams: readonly JoinedTeam[]): ReadonlySet<string> =>
  new Set(teams.map(({ code }) => code));
