import type { Form } from '../../kernel/api/http/form.ts';
import { listMemberLinks } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getTeamItems, toTeam } from '../../identity/team/team-store.ts';
import { byName } from './person-workspaces.ts';
import { getWorkspaceItem, toWorkspace } from '../../identity/workspaces/workspace-store.ts';

/** A team of a person, with the workspace that it is in. */
export interface PersonTeam {
  id: string;
  name: string;
  code: string;
  workspaceName: string;
}

/** The teams of a person in the workspaces that they have accepted, by workspace, then by name. */
export async function listPersonTeams(read: Reader, userId: string): Promise<PersonTeam[]> {
  const links = await listMemberLinks(read, userId);
  const found = await Promise.all(
    links.map(async ({ workspaceId, memberId }) => {
      const [workspace, membership] = await Promise.all([
        getWorkspaceItem(read, workspaceId),
        readMembership(read, workspaceId, memberId),
      ]);
      if (!workspace || !membership?.role || !membership.accepted || membership.userId !== userId) return [];
      const workspaceName = toWorkspace(workspace).name;
      const items = await getTeamItems(read, [...membership.teamIds]);
      return items
        .flatMap((item) => (item ? [toTeam(item)] : []))
        .map(({ id, name, code }): PersonTeam => ({ id, name, code, workspaceName }))
        .sort(byName);
    }),
  );
  return found.flat();
}

const FIELD = 'team:';

export const teamField = (id: string): string => FIELD + id;

/** The teams that are ticked in a form, of those that it may name; others are ignored. */
export const tickedTeams = (form: Form, teams: readonly PersonTeam[]): string[] =>
  teams.map(({ id }) => id).filter((id) => form[teamField(id)] !== undefined);

/** Whether a form ticks any team, also one of other people. */
export const ticksTeams = (form: Form): boolean => Object.keys(form).some((name) => name.startsWith(FIELD));
