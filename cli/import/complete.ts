import { completeFields } from './new-fields.ts';
import { completeStatuses } from './new-statuses.ts';
import type { StatusMap } from './status-map.ts';
import { email, type Member } from '../../shared/identity/members/member.ts';
import { estimateLabel, type EstimateScheme, type Team } from '../../shared/identity/team/team.ts';
import { findLabel, findMember, findPlanned, findReporter, findTeam, type Catalog } from './catalog.ts';
import type { ImportEntry } from './entry.ts';
import { nameProblem } from './name-problem.ts';
import { keptNumbers } from './numbered-key.ts';
import type { Warning } from './parents.ts';
import type { CreatedResource, Recorder, ResourceCreator } from './resource-creator.ts';
import { spanOf, usualSpan, type SprintDates } from './sprint-dates.ts';
import { deriveTeamCode } from './team-code.ts';

/** The kinds of missing resources that an import may create. */
export const creatable = [
  'teams',
  'statuses',
  'labels',
  'people',
  'sprints',
  'objectives',
  'fields',
] as const;
export type Creatable = (typeof creatable)[number];

/** The created resources, and remarks about them. */
export interface CompletedCatalog {
  made: CreatedResource[];
  warnings: Warning[];
}

/** What may be created, and how. */
interface CompleteRules {
  allowed: ReadonlySet<Creatable>;
  sprintDates: SprintDates | undefined;
  statusMap: StatusMap;
  /** The names of custom fields to create, by their keys. */
  fieldNames: ReadonlyMap<string, string>;
}

/**
 * Creates all resources that the entries refer to and the catalog lacks, as far as allowed, and adds them to
 * the catalog. Skips invalid names, which the service would refuse halfway through.
 */
export async function complete(
  entries: readonly ImportEntry[],
  catalog: Catalog,
  { allowed, sprintDates, statusMap, fieldNames }: CompleteRules,
  maker: ResourceCreator,
  onMade: (one: CreatedResource) => void = () => undefined,
): Promise<CompletedCatalog> {
  const made: CreatedResource[] = [];
  const warnings: Warning[] = [];
  const record: Recorder = (one, warning) => {
    made.push(one);
    if (warning) warnings.push(warning);
    onMade(one);
  };
  const known = new Set(catalog.teams);
  if (allowed.has('teams')) await completeTeams(entries, catalog, maker, record);
  if (allowed.has('statuses')) await completeStatuses(entries, catalog, statusMap, maker, record);
  if (allowed.has('fields')) await completeFields(entries, catalog, fieldNames, maker, record);
  const created = catalog.teams.filter((team) => !known.has(team));
  if (allowed.has('people')) await completePeople(entries, catalog, maker, record);
  else await addKnownPeople(entries, catalog, created, maker, record);
  if (allowed.has('labels')) await completeLabels(entries, catalog, maker, record);
  if (allowed.has('sprints')) await completeSprints(entries, catalog, sprintDates, maker, record);
  if (allowed.has('objectives')) await completeObjectives(entries, catalog, maker, record);
  return { made, warnings };
}

async function completeTeams(
  entries: readonly ImportEntry[],
  catalog: Catalog,
  maker: ResourceCreator,
  record: Recorder,
): Promise<void> {
  const taken = new Set([...catalog.teams, ...catalog.joinable].map(({ code }) => code));
  const named = new Set(entries.flatMap(({ team }) => team?.toUpperCase() ?? []));
  for (const { team: name } of entries) {
    if (name === undefined || findTeam(catalog.teams, name) || nameProblem(name)) continue;
    const open = findTeam(catalog.joinable, name);
    if (open) {
      await maker.joinTeam(open, catalog);
      catalog.teams.push(open);
      record({ what: 'joined team', name: `${open.name} (${open.code})` });
      continue;
    }
    // If another row uses the code as a name, that row would end up in this team.
    const elsewhere = [...named].filter((other) => other !== name.toUpperCase());
    const busy = new Set([...taken, ...elsewhere]);
    const own = entries.filter(({ team }) => team?.toLowerCase() === name.toLowerCase());
    const rows = catalog.importsHistory ? own : [];
    const scheme = fittingScheme(own.flatMap(({ estimateValue }) => estimateValue ?? []));
    const kept = keptNumbers(rows);
    const { team, statuses } = await createTeam(name, busy, maker, { kept, scheme });
    taken.add(team.code);
    catalog.teams.push(team);
    catalog.statuses.set(team.id, statuses);
    const counting = scheme === 'points' ? '' : `, estimates in ${scheme.replace('_', ' ')}`;
    record({ what: 'team', name: `${team.name} (${team.code}${counting})` });
  }
}

/** The scheme that allows most of the estimates of a team's rows: points unless others are needed. */
function fittingScheme(estimates: readonly number[]): EstimateScheme {
  const allowed = (scheme: EstimateScheme) =>
    estimates.filter((value) => estimateLabel(scheme, value) !== undefined).length;
  return allowed('ideal_days') > allowed('points') ? 'ideal_days' : 'points';
}

async function createTeam(
  name: string,
  taken: Set<string>,
  maker: ResourceCreator,
  { kept, scheme }: { kept: ReturnType<typeof keptNumbers>; scheme: EstimateScheme },
) {
  if (kept && !taken.has(kept.code)) {
    const created = await maker.createTeam(name, kept.code, scheme, kept.nextSequenceId);
    if (created) return created;
  }
  for (;;) {
    const code = deriveTeamCode(name, taken);
    taken.add(code);
    const created = await maker.createTeam(name, code, scheme);
    if (created) return created;
  }
}

async function completePeople(
  entries: readonly ImportEntry[],
  catalog: Catalog,
  maker: ResourceCreator,
  record: Recorder,
): Promise<void> {
  async function memberOf(text: string | undefined): Promise<Member | undefined> {
    if (text === undefined) return undefined;
    const known = findMember(catalog, text);
    if (known || !canBeMember(text)) return known;
    const member = await maker.addMember(text);
    catalog.members.push(member);
    record({ what: 'person', name: text });
    return member;
  }
  for (const { assignee, reporter, times, team: teamName } of entries) {
    const team = teamName === undefined ? undefined : findTeam(catalog.teams, teamName);
    if (!team) continue;
    if (catalog.importsHistory) await memberOf(reporter);
    await addToTeam(team, await memberOf(assignee), catalog, maker, record);
    for (const { author } of times) {
      await memberOf(author);
      await addToTeam(team, timedMember(catalog, author), catalog, maker, record);
    }
  }
}

const timedMember = (catalog: Catalog, author: string | undefined): Member | undefined =>
  author === undefined ? undefined : findReporter(catalog, author);

/** Puts members who are assignees, or have logged time, into the teams that this import has created, which have no one else. */
async function addKnownPeople(
  entries: readonly ImportEntry[],
  catalog: Catalog,
  created: readonly Team[],
  maker: ResourceCreator,
  record: Recorder,
): Promise<void> {
  for (const { assignee, times, team: teamName } of created.length > 0 ? entries : []) {
    const team = teamName === undefined ? undefined : findTeam(created, teamName);
    if (!team) continue;
    if (assignee !== undefined) await addToTeam(team, findMember(catalog, assignee), catalog, maker, record);
    for (const { author } of times)
      await addToTeam(team, timedMember(catalog, author), catalog, maker, record);
  }
}

async function addToTeam(
  team: Team,
  member: Member | undefined,
  { teamMembers }: Catalog,
  maker: ResourceCreator,
  record: Recorder,
): Promise<void> {
  const inTeam = teamMembers.get(team.id) ?? new Set();
  if (!member || inTeam.has(member.id)) return;
  await maker.addTeamMember(team, member);
  teamMembers.set(team.id, inTeam.add(member.id));
  record({ what: 'team member', name: `${member.email ?? member.name} in ${team.code}` });
}

async function completeLabels(
  entries: readonly ImportEntry[],
  catalog: Catalog,
  maker: ResourceCreator,
  record: Recorder,
): Promise<void> {
  for (const { labels, team: teamName } of entries) {
    const team = teamName === undefined ? undefined : findTeam(catalog.teams, teamName);
    for (const name of team ? labels : []) {
      if (findLabel(catalog, team!.id, name)) continue;
      catalog.labels.push(await maker.createLabel(name));
      record({ what: 'label', name });
    }
  }
}

const canBeMember = (text: string): boolean => email().safeParse(text).success || !nameProblem(text);

/** The resources of a kind that entries refer to, by team and name, with valid names and existing teams. */
function namedIn(entries: readonly ImportEntry[], { teams }: Catalog, field: 'sprint' | 'objective') {
  const named = new Map<string, { team: Team; called: string; rows: ImportEntry[] }>();
  for (const entry of entries) {
    const { [field]: called, team: teamName } = entry;
    const team = teamName === undefined ? undefined : findTeam(teams, teamName);
    if (called === undefined || !team || nameProblem(called)) continue;
    const key = `${team.id} ${called.toLowerCase()}`;
    const known = named.get(key) ?? { team, called, rows: [] };
    known.rows.push(entry);
    named.set(key, known);
  }
  return named.values();
}

async function completeSprints(
  entries: readonly ImportEntry[],
  catalog: Catalog,
  dates: SprintDates | undefined,
  maker: ResourceCreator,
  record: Recorder,
): Promise<void> {
  for (const { team, called, rows } of namedIn(entries, catalog, 'sprint')) {
    if (!team.sprintsEnabled || findPlanned(catalog.sprints, team.id, called)) continue;
    const known = dates ?? spanOf(rows);
    const span = known ?? usualSpan();
    catalog.sprints.push(await maker.createSprint(team, called, span));
    const [start, end] = [span.startDate, span.endDate].map((date) => date.slice(0, 10));
    const made = { what: 'sprint', name: `${called} in ${team.code} (${start} to ${end})` } as const;
    record(made, known ? undefined : undated(rows[0]!, called));
  }
}

const undated = ({ row, key }: ImportEntry, value: string): Warning => ({
  row,
  key,
  code: 'undated',
  field: 'sprint',
  value,
  reason:
    'sprint has no dates in the file, so it is created to last two weeks from today; set ' +
    'dates with --sprint-dates, or --map sprintStart and sprintEnd',
});

async function completeObjectives(
  entries: readonly ImportEntry[],
  catalog: Catalog,
  maker: ResourceCreator,
  record: Recorder,
): Promise<void> {
  for (const { team, called } of namedIn(entries, catalog, 'objective')) {
    if (findPlanned(catalog.objectives, team.id, called)) continue;
    catalog.objectives.push(await maker.createObjective(team, called));
    record({ what: 'objective', name: `${called} in ${team.code}` });
  }
}
