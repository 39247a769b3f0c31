import type { Status } from '../../shared/identity/status/status.ts';
import { storyCreateSchema, type NewStory } from '../../shared/planning/story/story.ts';
import { draftStory, storyProblems } from '../../shared/planning/story/story-rules.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { findLabel, findMember, findPlanned, type Catalog, type SprintOrObjective } from './catalog.ts';
import type { Creatable } from './complete.ts';
import type { ImportEntry, Remark } from './entry.ts';
import { fitDescription } from './fit-description.ts';
import { historyOf, withReporter } from './history.ts';
import { nameProblem } from './name-problem.ts';
import { customFieldsOf } from './custom-fields.ts';
import type { CustomColumn, Field } from './fields.ts';
import { resolveStatus, type StatusMap, type StatusOrigin } from './status-map.ts';

export interface ResolveOptions {
  statusMap: StatusMap;
  allowed: ReadonlySet<Creatable>;
}

/** A row as a request without its parent, with remarks about invalid values. */
interface Resolved {
  story: NewStory;
  status: Status | undefined;
  statusOrigin: StatusOrigin | undefined;
  remarks: Remark[];
  problems: string[];
}

/** Resolves the names in a row, and omits invalid values. */
export function resolveRow(
  entry: ImportEntry,
  team: Team,
  catalog: Catalog,
  { statusMap, allowed }: ResolveOptions,
): Resolved {
  const remarks = [...entry.remarks];
  const drop = (
    field: Field | CustomColumn,
    value: string,
    reason: string,
    code: Remark['code'] = 'dropped',
  ) => {
    remarks.push({ code, field, value, reason });
    return undefined;
  };
  const orCreate = (what: Creatable) => (allowed.has(what) ? '' : `; create it, or add --create ${what}`);

  const statuses = catalog.statuses.get(team.id) ?? [];
  const found =
    entry.status === undefined
      ? undefined
      : resolveStatus(entry.status, statuses, statusMap, entry.statusCategory);
  if (entry.status !== undefined && !found) {
    drop(
      'status',
      entry.status,
      `matches no status of ${team.code}; add --status-map "${entry.status}=backlog" or another`,
    );
  }

  const assignee = entry.assignee === undefined ? undefined : findMember(catalog, entry.assignee);
  const inTeam = assignee !== undefined && catalog.teamMembers.get(team.id)?.has(assignee.id) === true;
  if (entry.assignee !== undefined && !inTeam) {
    const who = assignee ? `is not in the team ${team.code}` : 'is not a member of the workspace';
    const wayOut = allowed.has('people') ? '' : '; add --create people, or map the name with --people-map';
    drop('assignee', entry.assignee, `${who}${wayOut}`, 'unassigned');
  }

  const labels = entry.labels.flatMap((name) => {
    const label = findLabel(catalog, team.id, name);
    if (!label) drop('labels', name, `matches no existing label${orCreate('labels')}`);
    return label ? [label.id] : [];
  });

  const planned = (field: 'sprint' | 'objective', all: readonly SprintOrObjective[]) => {
    const name = entry[field];
    const it = name === undefined ? undefined : findPlanned(all, team.id, name);
    if (name === undefined || it) return it?.id;
    const problem = nameProblem(name);
    if (problem) {
      remarks.push({ code: 'dropped', field, value: name, reason: problem, isRule: true });
      return undefined;
    }
    const disabled = field === 'sprint' && !team.sprintsEnabled;
    const wayOut = disabled ? ', which does not use sprints' : orCreate(`${field}s`);
    drop(field, name, `matches no ${field} of ${team.code}${wayOut}`);
    return undefined;
  };

  const history = historyOf(entry, catalog, found?.status.category);
  remarks.push(...history.remarks);
  const description = fitDescription(withReporter(entry.description, history.reportedBy));
  if (description.remark) remarks.push(description.remark);
  const story = {
    teamId: team.id,
    title: entry.title,
    description: description.text,
    statusId: found?.status.id,
    assigneeId: inTeam ? assignee.id : undefined,
    sprintId: planned('sprint', catalog.sprints),
    objectiveId: planned('objective', catalog.objectives),
    priority: entry.priority,
    estimateValue: entry.estimateValue,
    estimatedDurationMinutes: entry.estimatedDurationMinutes,
    labels: labels.length > 0 ? labels : undefined,
    startDate: entry.startDate,
    endDate: entry.endDate,
    imported: history.imported && { ...history.imported, sequenceId: numberIn(entry, team) },
    customFields: customFieldsOf(entry, team, catalog, drop),
    externalId: entry.external?.id,
    externalSource: entry.external?.source,
    externalUrl: entry.external?.url,
  } satisfies NewStory;
  const fitted = fitToRules(story, team, entry.labels);
  remarks.push(...fitted.remarks);
  return {
    story: fitted.story,
    status: found?.status,
    statusOrigin: found?.origin,
    remarks,
    problems: fitted.problems,
  };
}

/** The number that a row's story keeps, in the team that is called like its key. */
const numberIn = ({ numbered }: ImportEntry, { code }: Team): number | undefined =>
  numbered?.code === code ? numbered.number : undefined;

/** Fields that can be omitted if the service would refuse them; problems with others refuse the row. */
const optional = {
  description: 'description',
  priority: 'priority',
  estimateValue: 'estimateValue',
  estimatedDurationMinutes: 'estimatedDurationMinutes',
  labels: 'labels',
  startDate: 'startDate',
  endDate: 'endDate',
} as const satisfies Partial<Record<keyof NewStory, Field>>;

const isOptional = (path: string): path is keyof typeof optional => Object.hasOwn(optional, path);

/** Omits optional values that violate the service's rules, and reports other violations. */
function fitToRules(
  given: NewStory,
  team: Team,
  labelNames: readonly string[],
): { story: NewStory; remarks: Remark[]; problems: string[] } {
  const remarks: Remark[] = [];
  let story = given;
  for (;;) {
    const wrong = ruleProblems(story, team);
    const dropped = wrong.filter(({ path }) => isOptional(path) && story[path] !== undefined);
    if (dropped.length === 0) {
      return { story, remarks, problems: wrong.map(({ path, message }) => `${path} ${message}`) };
    }
    for (const { path, message } of dropped) {
      if (!isOptional(path)) continue;
      const value = path === 'labels' ? labelNames.join(', ') : String(story[path]);
      story = { ...story, [path]: undefined };
      remarks.push({ code: 'dropped', field: optional[path], value, reason: message, isRule: true });
    }
  }
}

/** Validates with the service's own rules. */
function ruleProblems(story: NewStory, { id, code, workspaceId, estimateScheme }: Team) {
  const { data, error } = storyCreateSchema().safeParse(story);
  if (!data) return error.issues.map(({ path, message }) => ({ path: String(path[0]), message }));
  const rules = {
    id,
    code,
    estimateScheme,
    defaultStatus: { id: '', teamId: id, category: 'backlog' as const },
  };
  const draft = draftStory(
    { ...data, title: story.title },
    rules,
    { statusCategory: undefined, impliedObjectiveId: undefined },
    { id: '', workspaceId, reporterId: '', now: new Date(0) },
  );
  return storyProblems(draft, estimateScheme);
}
