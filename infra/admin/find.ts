import type { Label } from '../../shared/labels/label.ts';
import type { Team } from '../../shared/teams/team.ts';
import { findWorkspace as findBySlugOrId } from '../../shared/workspaces/find-workspace.ts';
import { listAllWorkspaces } from '../../shared/workspaces/list-all-workspaces.ts';
import type { Workspace } from '../../shared/workspaces/workspace.ts';
import { CommandError } from './command-error.ts';
import { suggestion } from '../../shared/lib/nearest.ts';
import type { Operator } from './operator.ts';
import type { Membership } from './operator/members.ts';
import type { TeamedServiceAccount } from './operator/service-accounts.ts';

/** Finds what an operator names. Each throws a CommandError with the nearest candidates where there is none. */

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const unknown = (what: string, text: string, known: readonly string[]): CommandError =>
  new CommandError(`There is no ${what} ${text}; ${suggestion(text, known)}`);

/** By slug or id; without a name PLOTLINE_WORKSPACE, or the only one there is. */
export async function findWorkspace(
  operator: Operator,
  text: string | undefined = process.env['PLOTLINE_WORKSPACE'],
): Promise<Workspace> {
  if (text) {
    const found = await operator.outside.run(findBySlugOrId, { body: { slugOrId: text } });
    if (found) return found;
  }
  const all = await operator.outside.run(listAllWorkspaces);
  const slugs = all.map(({ slug }) => slug);
  if (text) throw unknown('workspace', text, slugs);
  if (all.length === 1) return all[0]!;
  if (all.length === 0)
    throw new CommandError('There is no workspace yet; make one with plotline workspaces create.');
  throw new CommandError(
    `Name the workspace with --workspace or PLOTLINE_WORKSPACE; ${suggestion('', slugs)}`,
  );
}

/** By e-mail address or id. */
export async function findMember(
  operator: Operator,
  workspace: Workspace,
  text: string,
): Promise<Membership> {
  const found = isId(text)
    ? await operator.getMember(workspace.id, text.toLowerCase())
    : await operator.findMember(workspace.id, text);
  if (found) return found;
  const emails = (await operator.listMembers(workspace.id)).map(({ email }) => email);
  throw unknown(`member of ${workspace.slug} called`, text, emails);
}

/** By code or id. */
export async function findTeam(operator: Operator, workspace: Workspace, text: string): Promise<Team> {
  const found = isId(text)
    ? await operator.getTeam(text.toLowerCase())
    : await operator.findTeam(workspace.id, text.toUpperCase());
  if (found?.workspaceId === workspace.id) return found;
  const codes = (await operator.listTeams(workspace.id)).map(({ code }) => code);
  throw unknown(`team in ${workspace.slug} with the code`, text, codes);
}

export const findTeams = (
  operator: Operator,
  workspace: Workspace,
  texts: readonly string[],
): Promise<Team[]> => Promise.all(texts.map((text) => findTeam(operator, workspace, text)));

/** By name or id, among the workspace's own labels or those of a team: those in use, or the archived ones. */
export async function findLabel(
  operator: Operator,
  workspace: Workspace,
  { team, archived = false }: { team: Team | undefined; archived?: boolean },
  text: string,
): Promise<Label> {
  const labels = (await operator.listLabels(workspace.id, team ? [team.id] : [], archived)).filter(
    ({ teamId }) => teamId === (team?.id ?? null),
  );
  const wanted = text.toLowerCase();
  const found = labels.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  if (found) return found;
  const names = labels.map(({ name }) => name);
  throw unknown(
    `${archived ? 'archived ' : ''}label of ${team ? `the team ${team.code}` : 'the whole workspace'} named`,
    text,
    names,
  );
}

/** By name or id. */
export async function findServiceAccount(
  operator: Operator,
  workspace: Workspace,
  text: string,
): Promise<TeamedServiceAccount> {
  const accounts = await operator.listServiceAccounts(workspace.id);
  const wanted = text.toLowerCase();
  const named = accounts.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(' or ');
    throw new CommandError(`Several service accounts are named ${text}; name one by its id, ${ids}.`);
  }
  const id = named[0]?.id ?? (isId(text) ? wanted : undefined);
  const account = id && (await operator.getServiceAccount(workspace.id, id));
  if (account) return account;
  const names = accounts.map(({ name }) => name);
  throw unknown(`service account in ${workspace.slug} named`, text, names);
}

/** By name or id among things of which several can have one name. */
export function findNamed<T extends { id: string; name: string }>(
  what: string,
  all: readonly T[],
  text: string,
): T {
  const wanted = text.toLowerCase();
  const found = all.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(' or ');
    throw new CommandError(`Several are named ${text}; name one by its id, ${ids}, or its team with --team.`);
  }
  if (found[0]) return found[0];
  const names = all.map(({ name }) => name);
  throw unknown(`${what} named`, text, names);
}
