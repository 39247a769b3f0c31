import { compareNames } from '../../kernel/core/compare-names.ts';
import type { Role } from '../../kernel/core/caller.ts';
import { listMemberLinks } from '../../kernel/auth/member-link-store.ts';
import { getWorkspaceItem, toWorkspace } from '../../identity/workspaces/workspace-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getTeamItems, toTeam } from '../../identity/team/team-store.ts';
import { getMemberItem, toMembership } from '../../kernel/auth/membership-store.ts';
import { isMemberItem, toMember } from '../../identity/members/member-store.ts';
import { portalsOf, toPortal } from '../../feedback/portal/portal-store.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';

/** A workspace that a person belongs to or is invited to. */
export interface PersonWorkspace {
  workspaceId: string;
  name: string;
  /** The person's name there. */
  memberName: string;
  role: Role;
  accepted: boolean;
  teamIds: ReadonlySet<string>;
}

/** A workspace with the path of the page on which the person chooses its mail. */
export interface PersonWorkspaceWithMail extends PersonWorkspace {
  mailPath: string;
  /** The portals that the person manages as a member. */
  portals: readonly { name: string; slug: string }[];
  /** The teams that the person is in, by name. */
  teams: readonly { id: string; name: string }[];
}

/** A person's workspaces: invitations first, then newest first. Strongly consistent. */
export async function listPersonWorkspaces(read: Reader, userId: string): Promise<PersonWorkspace[]> {
  const links = await listMemberLinks(read, userId);
  const workspaces = await Promise.all(
    links.map(async ({ workspaceId, memberId }) => {
      const [workspace, member] = await Promise.all([
        getWorkspaceItem(read, workspaceId),
        getMemberItem(read, workspaceId, memberId),
      ]);
      if (!workspace || !isMemberItem(member)) return [];
      const membership = toMembership(member);
      if (!membership.role || membership.userId !== userId) return [];
      const { role, accepted, teamIds } = membership;
      const { name } = toWorkspace(workspace);
      return [{ workspaceId, name, memberName: toMember(member).name, role, accepted, teamIds }];
    }),
  );
  return workspaces.flat().sort((one, other) => Number(one.accepted) - Number(other.accepted));
}

/** Orders what has a name as a list for people is ordered. */
export const byName = (one: { name: string }, other: { name: string }): number =>
  compareNames(one.name, other.name);

/** The most portals that the page of an account links for a workspace. */
const PORTALS_MAX = 20;

/** The newest portals of a workspace that a person manages, by name: none for guests and before they accept. */
export async function listManagedPortals(
  read: Reader,
  { workspaceId, role, accepted }: PersonWorkspace,
): Promise<PersonWorkspaceWithMail['portals']> {
  if (!accepted || role === 'guest') return [];
  const partitions = [portalsOf(workspaceId)];
  const items = await readNewest(read, { index: 'list', partitions, before: undefined, limit: PORTALS_MAX });
  return items
    .map(toPortal)
    .map(({ name, slug }) => ({ name, slug }))
    .sort(byName);
}

/** The most teams that the page of an account links for a workspace. */
const TEAMS_MAX = 50;

/** A team that a person is in; references to its stories start with its code. */
export interface JoinedTeam {
  id: string;
  name: string;
  code: string;
}

/** The teams of a workspace that a person is in, by name: none before they accept. */
export async function listJoinedTeams(
  read: Reader,
  { accepted, teamIds }: Pick<PersonWorkspace, 'accepted' | 'teamIds'>,
): Promise<JoinedTeam[]> {
  if (!accepted) return [];
  const items = await getTeamItems(read, [...teamIds].slice(0, TEAMS_MAX));
  return items
    .flatMap((item) => (item ? [toTeam(item)] : []))
    .map(({ id, name, code }) => ({ id, name, code }))
    .sort(byName);
}
