import type { CustomField } from '../../shared/planning/story-parts/custom-field.ts';
import { nameKey } from '../../shared/kernel/core/name-key.ts';
import type { Label } from '../../shared/planning/labels/label.ts';
import type { Member } from '../../shared/identity/members/member.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Status } from '../../shared/identity/status/status.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { ApiClient } from './api-client.ts';
import { wantedFields } from './wanted-fields.ts';

/** The part of a sprint or an objective that matters to rows. */
export type SprintOrObjective = Pick<Sprint | Objective, 'id' | 'name' | 'teamId'>;

/** The resources of a workspace that rows can refer to. */
export interface Catalog {
  workspaceId: string;
  /** Whether the token may set creation dates and reporters: an admin's may. */
  importsHistory: boolean;
  /** The teams that the token can access. */
  teams: Team[];
  /** Public teams that its holder could join. */
  joinable: Team[];
  /** By team id. */
  statuses: Map<string, Status[]>;
  labels: Label[];
  members: Member[];
  /** Whose name alone is enough to have written something: of all members, or those of these names in lower case. */
  trustedNames: 'all' | ReadonlySet<string>;
  /** Ids of the members of each team, by team id. */
  teamMembers: Map<string, Set<string>>;
  sprints: SprintOrObjective[];
  objectives: SprintOrObjective[];
  /** Those that rows have values of, by key. */
  customFields: Map<string, CustomField>;
}

/** The data needed: reading more could require scopes that the token lacks. */
export interface WantedResources {
  teams: readonly string[];
  labels: boolean;
  members: boolean;
  sprints: boolean;
  objectives: boolean;
  joinable: boolean;
  /** The keys of custom fields that rows have values of. */
  customFields: readonly string[];
  /** Whether those that are missing will be created. */
  newFields: boolean;
  trustedNames: Catalog['trustedNames'];
}

/** The data needed about each team besides its statuses. */
export type TeamWanted = Pick<WantedResources, 'labels' | 'members' | 'sprints' | 'objectives'>;

/** Reads the resources that rows can refer to, with statuses, labels and members of the wanted teams only. */
export async function loadCatalog(client: ApiClient, wanted: WantedResources): Promise<Catalog> {
  const { workspaceId, role } = await client.get<{ workspaceId: string; role: string | null }>('/api/v1/me');
  const path = `/api/v1/workspaces/${workspaceId}`;
  const [teams, joinable, members, customFields] = await Promise.all([
    client.list<Team>(`${path}/teams`),
    wanted.joinable ? client.list<Team>(`${path}/joinable-teams`) : [],
    wanted.members ? client.list<Member>(`${path}/members`) : [],
    wanted.customFields.length > 0 ? client.list<CustomField>(`${path}/custom-fields`) : [],
  ]);
  const catalog: Catalog = {
    workspaceId,
    importsHistory: role === 'admin',
    teams,
    joinable,
    members,
    trustedNames: wanted.trustedNames,
    labels: [],
    statuses: new Map(),
    teamMembers: new Map(),
    sprints: [],
    objectives: [],
    customFields: wantedFields(customFields, wanted.newFields ? [] : wanted.customFields),
  };
  for (const name of wanted.teams) {
    const team = findTeam(teams, name);
    if (team && !catalog.statuses.has(team.id)) await loadTeam(client, catalog, team, wanted);
  }
  return catalog;
}

/** Adds a team's statuses and other needed data to the catalog. */
export async function loadTeam(
  client: ApiClient,
  catalog: Catalog,
  { id: teamId }: Team,
  wanted: TeamWanted,
): Promise<void> {
  const path = `/api/v1/workspaces/${catalog.workspaceId}`;
  const [statuses, labels, members, sprints, objectives] = await Promise.all([
    client.list<Status>(`${path}/statuses`, { teamId }),
    wanted.labels ? client.list<Label>(`${path}/labels`, { teamId }) : [],
    wanted.members ? client.list<Member>(`${path}/members`, { teamId }) : [],
    wanted.sprints ? client.list<SprintOrObjective>(`${path}/sprints`, { teamId }) : [],
    wanted.objectives ? client.list<SprintOrObjective>(`${path}/objectives`, { teamId }) : [],
  ]);
  catalog.sprints.push(...sprints);
  catalog.objectives.push(...objectives);
  catalog.statuses.set(teamId, statuses);
  catalog.teamMembers.set(teamId, new Set(members.map(({ id }) => id)));
  const known = new Set(catalog.labels.map(({ id }) => id));
  catalog.labels.push(...labels.filter(({ id }) => !known.has(id)));
}

const same = (a: string, b: string): boolean => nameKey(a) === nameKey(b);

/** The oldest one, so that later resources with the same name do not change what an import refers to. */
const oldest = <T extends { id: string }>(found: T[]): T | undefined =>
  found.sort((a, b) => (a.id < b.id ? -1 : 1))[0];

/** By code or name. */
export const findTeam = (teams: readonly Team[], text: string): Team | undefined =>
  teams.find(({ code }) => same(code, text)) ?? oldest(teams.filter(({ name }) => same(name, text)));

/** By name, among the labels of the workspace and the team. */
export const findLabel = ({ labels }: Catalog, teamId: string, text: string): Label | undefined =>
  oldest(
    labels.filter((label) => same(label.name, text) && (label.teamId === null || label.teamId === teamId)),
  );

/** By name, among a team's sprints or objectives. */
export const findPlanned = (
  planned: readonly SprintOrObjective[],
  teamId: string,
  text: string,
): SprintOrObjective | undefined =>
  oldest(planned.filter((each) => each.teamId === teamId && same(each.name, text)));

/** By email address or id. */
const findKnown = ({ members }: Pick<Catalog, 'members'>, text: string): Member | undefined =>
  members.find(({ id, email }) => same(email ?? '', text) || same(id, text));

/** By name, which another person may have too. */
export const findNamesake = (catalog: Pick<Catalog, 'members'>, text: string): Member | undefined =>
  findKnown(catalog, text) ? undefined : oldest(catalog.members.filter(({ name }) => same(name, text)));

/** Who is to do something: by email address, id or name. */
export const findMember = (catalog: Pick<Catalog, 'members'>, text: string): Member | undefined =>
  findKnown(catalog, text) ?? findNamesake(catalog, text);

/**
 * Who wrote something: by email address, id or a trusted name. In a tracker that is open to anyone, a stranger may have
 * the name of a member.
 */
export const findAuthor = (
  catalog: Pick<Catalog, 'members' | 'trustedNames'>,
  text: string,
): Member | undefined => {
  const { trustedNames } = catalog;
  const isTrusted = trustedNames === 'all' || trustedNames.has(nameKey(text));
  return isTrusted ? findMember(catalog, text) : findKnown(catalog, text);
};

/** Who reported something, or spent time: an author or a member without an address, who is no more than the name. */
export function findReporter(
  catalog: Pick<Catalog, 'members' | 'trustedNames'>,
  text: string,
): Member | undefined {
  const namesake = findNamesake(catalog, text);
  return findAuthor(catalog, text) ?? (namesake?.email === null ? namesake : undefined);
}
