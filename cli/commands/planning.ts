import type { Command } from 'commander';
import { dayText } from '../../shared/kernel/core/date-span.ts';
import type { StoryCounts } from '../../shared/planning/counts/story-counts.ts';
import { listKeyResults } from '../../shared/planning/key-results/list-key-results.ts';
import type { KeyResult } from '../../shared/planning/key-results/key-result.ts';
import { listObjectives } from '../../shared/planning/objectives/list-objectives.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import { listSprints } from '../../shared/planning/sprints/list-sprints.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { sprintDays, sprintPhase } from '../../shared/planning/sprints/sprint-days.ts';
import { listStatuses } from '../../shared/identity/statuses/list-statuses.ts';
import { type Status } from '../../shared/identity/status/status.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import { closeSprintCommands } from './close-sprint.ts';
import { drawSprint } from './draw-sprint.ts';
import { planSprintCommand } from './plan-sprint.ts';
import { bar } from '../core/bar.ts';
import { findNamed } from '../core/find.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand } from '../core/session.ts';
import {
  keyResultChanges,
  objectiveChanges,
  sprintChanges,
  statusChanges,
  teamFilter,
  type AddCommand,
  type PlanningOptions,
} from './planning-changes.ts';
import { statusCategories } from '../../shared/kernel/core/status-category.ts';

type Codes = (teamId: string | null) => string;

/** A planning noun that the command line can show. */
interface Noun<T> {
  name: string;
  alias: string;
  one: string;
  description: string;
  list: (operations: WorkspaceOperations, query: { teamId?: string }) => Promise<T[]>;
  columns: (codes: Codes) => Columns<T>;
  /** Fields shown for a single resource, after the columns. */
  more?: Columns<T>;
}

const day = (timestamp: string | null): string | null => timestamp && timestamp.slice(0, 10);

/** Cancelled stories count neither as remaining nor as done. */
const done = ({ total, cancelled, completed }: StoryCounts): string | null =>
  total === cancelled ? null : bar(completed / (total - cancelled));

const countColumns = Object.fromEntries(
  statusCategories.map((category) => [
    category,
    ({ storyCounts }: { storyCounts: StoryCounts }) => storyCounts[category],
  ]),
);

function forecastOf({ forecastEndDate, forecastDaysDelta, scheduleStatus }: Objective): string {
  if (forecastEndDate === null) return scheduleStatus.replace('_', ' ');
  const late = forecastDaysDelta ?? 0;
  const days = `${Math.abs(late)} ${Math.abs(late) === 1 ? 'day' : 'days'}`;
  const delta = late === 0 ? '' : `, ${days} ${late > 0 ? 'late' : 'early'}`;
  return `${day(forecastEndDate)}${forecastDaysDelta === null ? '' : delta}`;
}

/** Grouped by team, in the team's order. */
const inOrder = (statuses: readonly Status[]): Status[] =>
  [...statuses].sort(
    (a, b) => (a.teamId ?? '').localeCompare(b.teamId ?? '') || a.order - b.order || (a.id < b.id ? -1 : 1),
  );

const statuses: Noun<Status> = {
  name: 'statuses',
  alias: 'status',
  one: 'status',
  description: 'the statuses of stories, by team, and of objectives',
  list: async (operations, query) => inOrder(await operations.list(listStatuses, { query })),
  columns: (codes) => ({
    of: ({ teamId }) => (teamId ? codes(teamId) : 'objectives'),
    name: ({ name }) => name,
    category: ({ category }) => category,
    default: ({ isDefault }) => (isDefault ? 'yes' : ''),
    color: ({ color }) => color,
    id: ({ id }) => id,
  }),
};

const sprints: Noun<Sprint> = {
  name: 'sprints',
  alias: 'sprint',
  one: 'sprint',
  description: 'sprints and their progress',
  list: (operations, query) => operations.list(listSprints, { query }),
  columns: (codes) => ({
    name: ({ name }) => name,
    team: ({ teamId }) => codes(teamId),
    now: (sprint) => sprintPhase(sprint, new Date()),
    start: (sprint) => dayText(sprintDays(sprint).first),
    end: (sprint) => dayText(sprintDays(sprint).last),
    stories: ({ storyCounts }) => storyCounts.total,
    done: ({ storyCounts }) => done(storyCounts),
    id: ({ id }) => id,
  }),
  more: {
    ...countColumns,
    goal: ({ goal }) => goal,
    objective: ({ objectiveId }) => objectiveId,
    zone: ({ timeZone }) => timeZone,
  },
};

const objectives: Noun<Objective> = {
  name: 'objectives',
  alias: 'objective',
  one: 'objective',
  description: 'objectives, including private ones, with their forecast',
  list: (operations, query) => operations.list(listObjectives, { query }),
  columns: (codes) => ({
    name: ({ name }) => name,
    team: ({ teamId }) => codes(teamId),
    health: ({ health }) => health?.replaceAll('_', ' '),
    stories: ({ storyCounts }) => storyCounts.total,
    done: ({ storyCounts }) => done(storyCounts),
    target: ({ endDate }) => day(endDate),
    forecast: forecastOf,
    id: ({ id }) => id,
  }),
  more: {
    ...countColumns,
    'key results': ({ keyResultCount }) => keyResultCount,
    private: (objective) => (objective.private ? 'yes' : 'no'),
    start: ({ startDate }) => day(startDate),
    summary: ({ shortSummary }) => shortSummary,
  },
};

const keyResults: Noun<KeyResult> = {
  name: 'key-results',
  alias: 'key-result',
  one: 'key result',
  description: 'key results and their progress',
  list: (operations, query) => operations.list(listKeyResults, { query }),
  columns: (codes) => ({
    name: ({ name }) => name,
    objective: ({ objectiveName }) => objectiveName,
    team: ({ teamId }) => codes(teamId),
    start: ({ startValue }) => startValue,
    now: ({ currentValue }) => currentValue,
    target: ({ targetValue }) => targetValue,
    reached: ({ startValue, currentValue, targetValue }) =>
      bar((currentValue - startValue) / (targetValue - startValue)),
    id: ({ id }) => id,
  }),
  more: { measured: ({ measurementType }) => measurementType, end: ({ endDate }) => day(endDate) },
};

export function planningCommands(program: Command): void {
  statusChanges(showCommands(program, statuses));
  objectiveChanges(showCommands(program, objectives));
  keyResultChanges(showCommands(program, keyResults));
  sprintChanges(showCommands(program, sprints));
  const sprintNoun = program.commands.find((noun) => noun.name() === sprints.name)!;
  drawSprint(sprintNoun);
  planSprintCommand(sprintNoun);
  closeSprintCommands(sprintNoun);
}

/** Adds the commands that show a noun; returns the command to add more to. */
function showCommands<T extends { id: string; name: string }>(program: Command, shown: Noun<T>): AddCommand {
  const noun = program.command(shown.name).alias(shown.alias).description(shown.description);
  const command = (usage: string, description: string) =>
    workspaceCommand(noun, usage, description).option('--team <code>', 'of this team');

  command('list', `list all ${shown.name.replace('-', ' ')}`).action((options: PlanningOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      const { items, codes } = await listed(operations, shown, options);
      output.list(items, shown.columns(codes), `There is no ${shown.one} yet.`);
    }),
  );

  command(`show <${shown.alias}>`, `show a ${shown.one}, by name or id`).action(
    (text: string, options: PlanningOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { items, codes } = await listed(operations, shown, options);
        const found = findNamed(shown.one, items, text);
        output.record(found, { ...shown.columns(codes), ...shown.more });
      }),
  );
  return command;
}

async function listed<T>(operations: WorkspaceOperations, { list }: Noun<T>, options: PlanningOptions) {
  const [items, teams] = await Promise.all([
    teamFilter(operations, options).then((query) => list(operations, query)),
    operations.list(listTeams),
  ]);
  const codes: Codes = (teamId) => teams.find(({ id }) => id === teamId)?.code ?? '';
  return { items, codes };
}
