import type { Charge, WebCall } from '../../kernel/api/operation/web-route.ts';
import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';
import { toMember } from '../../identity/members/member-store.ts';
import { displayName, NOBODYS_NAME } from '../../identity/members/display-name.ts';
import { getTeamItem, toTeam } from '../../identity/team/team-store.ts';
import { getObjectiveItem, toObjective } from '../../planning/objective/objective-store.ts';
import { getStoryItem, toStory } from '../../planning/story/story-store.ts';
import { findMember, type SignedInMember } from '../accounts/find-member.ts';
import { listJoinedTeams, type JoinedTeam } from '../accounts/person-workspaces.ts';
import type { PagePlace, Person } from '../kit/page.ts';
import { textsFor } from '../session/texts-for.ts';

/** A request by a member of a workspace for a page. */
export interface WorkspaceCall extends Person {
  member: SignedInMember;
}

/** A request by a member of a team for a page about what the team owns. */
export interface MemberCall extends WorkspaceCall {
  /** The team that owns it. */
  teamId: string;
  /** The stored story, objective or team that the path names. */
  item: Item;
}

/** Whether a form changes what it is about, with which the comment that is being typed is sent too. */
export const isChange = (form: Form, path: string): boolean =>
  form['content'] === undefined || path.endsWith('/save');

/** Throws the same 404 where there is nothing of that id and where the person is not of its team. */
export async function memberCallOrThrow(
  call: WebCall,
  visitor: MemberCall['visitor'],
  asked: AskedOf,
): Promise<MemberCall> {
  const owner = await findOwner(call);
  const member = owner && (await findMember(call.read, visitor.session, owner.workspaceId));
  const teamId = owner?.teamId;
  if (!member || teamId === undefined || !member.teamIds.has(teamId)) throw notFound('page');
  return { ...(await identified(call, member, visitor, asked)), teamId, item: owner.item };
}

/** Throws the same 404 where there is no workspace of that id and where the person is not in it. */
export async function workspaceCallOrThrow(
  call: WebCall,
  visitor: MemberCall['visitor'],
  asked: AskedOf,
): Promise<WorkspaceCall> {
  const { data: workspaceId } = uuid().safeParse(call.request.parameters['workspaceId']);
  const member = workspaceId && (await findMember(call.read, visitor.session, workspaceId));
  if (!member) throw notFound('page');
  return await identified(call, member, visitor, asked);
}

/** Which page a request is for, and what it counts as in the rate limits. */
interface AskedOf {
  place: PagePlace;
  charge: Charge;
}

/** Counts the request for the member. Throws a 429 at the limit. */
async function identified(
  call: WebCall,
  member: SignedInMember,
  visitor: MemberCall['visitor'],
  { place, charge }: AskedOf,
): Promise<WorkspaceCall> {
  const { memberId: principalId, workspaceId, userId } = member;
  call.note({ userId });
  call.present({ credentialId: userId, workspaceId, proof: visitor.session.secret.text }, charge);
  await call.identify({ kind: 'user', principalId, credentialId: userId, workspaceId });
  return { ...place, call, member, visitor, t: await textsFor(call.request) };
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
export async function nameOf({ call, member, visitor }: WorkspaceCall): Promise<string> {
  const own = displayName(visitor.session.user.name);
  if (own !== NOBODYS_NAME) return own;
  // Read already to find the member.
  const stored = await getMemberItem(call.read, member.workspaceId, member.memberId);
  return stored ? displayName(toMember(stored).name) : own;
}

/** The teams of the workspace that the member is in, by name. */
export const teamsOf = ({ call, member }: WorkspaceCall): Promise<JoinedTeam[]> =>
  listJoinedTeams(call.read, { accepted: true, teamIds: member.teamIds });

export const codesOf = (teams: readonly JoinedTeam[]): ReadonlySet<string> =>
  new Set(teams.map(({ code }) => code));
