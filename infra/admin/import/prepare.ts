import { createHash } from 'node:crypto';
import type { Status } from '../../../shared/statuses/status.ts';
import { storyCreateSchema, type StoryCreate } from '../../../shared/stories/story.ts';
import { draftStory, storyProblems } from '../../../shared/stories/story-rules.ts';
import type { Team } from '../../../shared/teams/team.ts';
import { findLabel, findMember, findPlanned, findTeam, type Catalog, type Planned } from './catalog.ts';
import type { Creatable } from './complete.ts';
import type { Entry } from './entry.ts';
import { linkParents, type Warning } from './parents.ts';
import { resolveStatus, type StatusMap, type StatusOrigin } from './status-map.ts';

/** A row that is ready to be sent once its parent is there. */
export interface PreparedRow {
  entry: Entry;
  team: Team;
  status: Status | undefined;
  statusOrigin: StatusOrigin | undefined;
  idempotencyKey: string;
  /** Its parent among the rows; always before it in the order. */
  parent: PreparedRow | undefined;
  /** The JSON body, given the id of the parent's story. The same bytes for the same row, on every run. */
  body(parentId: string | undefined): string;
}

export interface Refusal {
  row: number;
  key: string | undefined;
  title: string;
  /** A word for programs. */
  code: string;
  reason: string;
}

export interface Prepared {
  /** Parents before their children. */
  rows: PreparedRow[];
  refused: Refusal[];
  warnings: Warning[];
}

export interface PrepareOptions {
  /** Under which name keys are remembered: another name imports everything anew. */
  importName: string;
  statusMap: StatusMap;
  allowed: ReadonlySet<Creatable>;
}

/** Turns entries into requests, and says for each row that cannot become one why. */
export function prepare(entries: readonly Entry[], catalog: Catalog, options: PrepareOptions): Prepared {
  const { parentOf, order, warnings } = linkParents(entries);
  const refused: Refusal[] = [];
  const ready = new Map<Entry, PreparedRow>();
  for (const entry of order) {
    const parentEntry = parentOf.get(entry);
    const parent = parentEntry && ready.get(parentEntry);
    const resolved = resolve(entry, catalog, options);
    const problems =
      parentEntry && !parent
        ? [...resolved.problems, `its parent ${parentEntry.key} is refused`]
        : resolved.problems;
    if (!resolved.row || problems.length > 0) refused.push(refusal(entry, 'cannot_be_mapped', problems));
    else ready.set(entry, { ...resolved.row, parent });
  }
  refused.sort((a, b) => a.row - b.row);
  return { rows: [...ready.values()], refused, warnings };
}

export const refusal = (
  { row, key, title }: Entry,
  code: string,
  reasons: string | readonly string[],
): Refusal => ({ row, key, title, code, reason: [reasons].flat().join('; ') });

function resolve(
  entry: Entry,
  catalog: Catalog,
  { importName, statusMap, allowed }: PrepareOptions,
): { problems: string[]; row?: Omit<PreparedRow, 'parent'> } {
  const problems = [...entry.problems];
  const orCreate = (what: Creatable) => (allowed.has(what) ? '' : `; create it, or add --create ${what}`);
  const team = entry.team === undefined ? undefined : findTeam(catalog.teams, entry.team);
  if (!team) {
    const none =
      entry.team === undefined ? 'it has no team' : `there is no team "${entry.team}" that you are in`;
    return { problems: [...problems, `${none}${entry.team === undefined ? '' : orCreate('teams')}`] };
  }
  const found =
    entry.status === undefined
      ? undefined
      : resolveStatus(entry.status, catalog.statuses.get(team.id) ?? [], statusMap);
  if (entry.status !== undefined && !found) {
    problems.push(
      `no status of ${team.code} fits "${entry.status}"; add --status-map "${entry.status}=backlog" or another`,
    );
  }
  const assignee = entry.assignee === undefined ? undefined : findMember(catalog, entry.assignee);
  if (entry.assignee !== undefined && !assignee) {
    problems.push(`there is no member "${entry.assignee}"${orCreate('people')}`);
  } else if (assignee && !catalog.teamMembers.get(team.id)?.has(assignee.id)) {
    problems.push(`${assignee.email} is not in the team ${team.code}${orCreate('people')}`);
  }
  const labels = entry.labels.flatMap((name) => {
    const label = findLabel(catalog, team.id, name);
    if (!label) problems.push(`there is no label "${name}"${orCreate('labels')}`);
    return label ? [label.id] : [];
  });
  const planned = (what: 'sprint' | 'objective', all: readonly Planned[]) => {
    const name = entry[what];
    const it = name === undefined ? undefined : findPlanned(all, team.id, name);
    if (name === undefined || it) return it?.id;
    const disabled = what === 'sprint' && !team.sprintsEnabled;
    const wayOut = disabled ? ', which does not use sprints' : orCreate(`${what}s`);
    problems.push(`there is no ${what} "${name}" in ${team.code}${wayOut}`);
    return undefined;
  };
  const ids = {
    ...{ teamId: team.id, statusId: found?.status.id, assigneeId: assignee?.id, labels },
    sprintId: planned('sprint', catalog.sprints),
    objectiveId: planned('objective', catalog.objectives),
  };
  problems.push(...ruleProblems(storyOf(entry, ids, undefined), team));
  const row = {
    ...{ entry, team, status: found?.status, statusOrigin: found?.origin },
    idempotencyKey: idempotencyKey(catalog.workspaceId, importName, entry.identity),
    body: (parentId: string | undefined) => JSON.stringify(storyOf(entry, ids, parentId)),
  };
  return { problems, row };
}

interface Ids {
  teamId: string;
  statusId: string | undefined;
  assigneeId: string | undefined;
  labels: string[];
  sprintId: string | undefined;
  objectiveId: string | undefined;
}

/** The request's members in a fixed order; JSON leaves out those that are undefined. */
const storyOf = (entry: Entry, { teamId, labels, ...ids }: Ids, parentId: string | undefined) =>
  ({
    teamId,
    title: entry.title,
    description: entry.description,
    statusId: ids.statusId,
    assigneeId: ids.assigneeId,
    sprintId: ids.sprintId,
    objectiveId: ids.objectiveId,
    parentId,
    priority: entry.priority,
    estimateValue: entry.estimateValue,
    estimatedDurationMinutes: entry.estimatedDurationMinutes,
    labels: labels.length > 0 ? labels : undefined,
    startDate: entry.startDate,
    endDate: entry.endDate,
  }) satisfies StoryCreate;

/** What the service's own rules find wrong. */
function ruleProblems(story: StoryCreate, { id, code, workspaceId, estimateScheme }: Team): string[] {
  const { data, error } = storyCreateSchema.safeParse(story);
  if (!data) return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  const rules = {
    ...{ id, code, estimateScheme },
    defaultStatus: { id: '', teamId: id, category: 'backlog' as const },
  };
  const draft = draftStory(
    data,
    rules,
    { statusCategory: undefined, impliedObjectiveId: undefined },
    { id: '', workspaceId, reporterId: '', now: new Date(0) },
  );
  return storyProblems(draft, estimateScheme).map(({ path, message }) => `${path} ${message}`);
}

/**
 * The key under which the service remembers the row. It follows from workspace, import and row alone, so that
 * a second run, whenever it comes and whatever rows the file has gained, is answered with the same stories.
 */
function idempotencyKey(workspaceId: string, importName: string, identity: string): string {
  const text = JSON.stringify([workspaceId, importName, identity]);
  return `import-${createHash('sha256').update(text).digest('base64url')}`;
}
