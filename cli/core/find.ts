import { nameKey } from '../../shared/kernel/core/name-key.ts';
import { uuid } from '../../shared/kernel/core/schema.ts';
import type { Label } from '../../shared/planning/labels/label.ts';
import { listLabels } from '../../shared/planning/labels/list-labels.ts';
import { didYouMean } from '../../shared/kernel/core/nearest.ts';
import { listMembers } from '../../shared/identity/members/list-members.ts';
import type { Member } from '../../shared/identity/members/member.ts';
import { listServiceAccounts } from '../../shared/identity/service-accounts/list-service-accounts.ts';
import type { TeamedServiceAccount } from '../../shared/identity/service-accounts/service-account.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { CommandError, SeveralNamed } from './command-error.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import type { KnownWorkspace, Operator } from '../operator.ts';

/**
 * Finds resources by what an operator typed. Each throws a CommandError with the nearest candidates if there
 * is no match.
 */

const unknown = (what: string, text: string, known: readonly string[]): CommandError =>
  new CommandError(`There is no ${what} ${text}; ${didYouMean(text, known)}`);

/** By slug or id; without a name, PLOTLINE_WORKSPACE or the only workspace. */
export async function resolveWorkspace(
  operator: Operator,
  text: string | undefined = process.env['PLOTLINE_WORKSPACE'],
): Promise<KnownWorkspace> {
  const found = await operator.workspace(text || undefined);
  if (found) return found;
  const all = await operator.workspaces();
  const slugs = all.map(({ slug }) => slug);
  if (text) throw unknown('workspace', text, slugs);
  if (all.length === 1) return all[0]!;
  if (all.length === 0)
    throw new CommandError('There is no workspace yet; create one with plotline workspaces create.');
  throw new CommandError(
    `Set the workspace with --workspace or PLOTLINE_WORKSPACE; ${didYouMean('', slugs)}`,
  );
}

/** By email address or id, or by a unique name. */
export async function resolveMember(operations: WorkspaceOperations, text: string): Promise<Member> {
  const members = await operations.list(listMembers);
  const wanted = text.toLowerCase();
  const found = members.find(({ id, email }) => id === wanted || email?.toLowerCase() === wanted);
  if (found) return found;
  const named = members.filter(({ name }) => nameKey(name) === nameKey(text));
  if (named.length === 1) return named[0]!;
  const emails = members.flatMap(({ email }) => email ?? []);
  throw unknown(`member of ${operations.workspace.slug} called`, text, emails);
}

/** The author: the member named, PLOTLINE_MEMBER, the member who acts, or the only member. */
export async function findAuthor(
  operations: WorkspaceOperations,
  text: string | undefined = process.env['PLOTLINE_MEMBER'],
): Promise<Pick<Member, 'id'>> {
  if (text) return await resolveMember(operations, text);
  if (operations.self) return operations.self;
  const members = await operations.list(listMembers);
  if (members.length === 1) return members[0]!;
  const emails = members.flatMap(({ email }) => email ?? []);
  throw new CommandError(`Set the author with --by or PLOTLINE_MEMBER; ${didYouMean('', emails)}`);
}

/** By code or id. */
export async function resolveTeam(operations: WorkspaceOperations, text: string): Promise<Team> {
  const teams = await operations.list(listTeams);
  const found = teams.find(({ id, code }) => id === text.toLowerCase() || code === text.toUpperCase());
  if (found) return found;
  const codes = teams.map(({ code }) => code);
  throw unknown(`team in ${operations.workspace.slug} with the code`, text, codes);
}

export const findTeams = (operations: WorkspaceOperations, texts: readonly string[]): Promise<Team[]> =>
  Promise.all(texts.map((text) => resolveTeam(operations, text)));

/** By name or id, among the labels of the workspace or a team: active or archived ones. */
export async function resolveLabel(
  operations: WorkspaceOperations,
  { team, archived = false }: { team: Team | undefined; archived?: boolean },
  text: string,
): Promise<Label> {
  const query = { archived: archived ? 'only' : 'exclude', ...(team ? { teamId: team.id } : {}) };
  const labels = (await operations.list(listLabels, { query })).filter(
    ({ teamId }) => teamId === (team?.id ?? null),
  );
  const wanted = nameKey(text);
  const found = labels.find(({ id, name }) => id === wanted || nameKey(name) === wanted);
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
  operations: WorkspaceOperations,
  text: string,
): Promise<TeamedServiceAccount> {
  const accounts = await operations.list(listServiceAccounts);
  const wanted = nameKey(text);
  const found = accounts.filter(({ id, name }) => id === wanted || nameKey(name) === wanted);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(' or ');
    throw new CommandError(`Several service accounts are named ${text}; use an id: ${ids}.`);
  }
  if (found[0]) return found[0];
  const names = accounts.map(({ name }) => name);
  throw unknown(`service account in ${operations.workspace.slug} named`, text, names);
}

/** The id of a member or service account, by its id or name, or a member's email address. */
export async function resolveActor(operations: WorkspaceOperations, text: string): Promise<string> {
  if (uuid().safeParse(text).success) return text.toLowerCase();
  const [members, accounts] = await Promise.all([
    operations.list(listMembers),
    operations.list(listServiceAccounts),
  ]);
  return actorNamed([...members, ...accounts], text).id;
}

export interface NamedActor {
  id: string;
  name: string;
  email?: string | null;
}

/** By email address, or by a unique name. */
export function actorNamed(all: readonly NamedActor[], text: string): NamedActor {
  const wanted = nameKey(text);
  const found = all.filter(
    ({ name, email }) => nameKey(name) === wanted || email?.toLowerCase() === text.toLowerCase(),
  );
  if (found.length > 1) {
    throw new CommandError(
      `Several are named ${text}; use an id: ${found.map(({ id }) => id).join(' or ')}.`,
    );
  }
  if (found[0]) return found[0];
  const known = all.flatMap(({ name, email }) => [name, ...(email ? [email] : [])]);
  throw unknown('member or service account', text, known);
}

/** By name or id, among resources whose names need not be unique. */
export function findNamed<T extends { id: string; name: string; teamId?: string | null }>(
  what: string,
  all: readonly T[],
  text: string,
): T {
  const found = all.filter(({ id, name }) => id === text.toLowerCase() || nameKey(name) === nameKey(text));
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(' or ');
    throw new SeveralNamed(`Several are named ${text}; use an id: ${ids}.`, found);
  }
  if (found[0]) return found[0];
  const names = all.map(({ name }) => name);
  throw unknown(`${what} named`, text, names);
}
