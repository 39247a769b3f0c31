import { nextTimestamp } from '../../kernel/core/clock.ts';
import { dayText } from '../../kernel/core/date-span.ts';
import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { goalOf, LAST_DAY, type Cadence } from '../cadence/cadence.ts';
import type { CadenceState } from '../cadence/cadence-store.ts';
import { addDays, dayIn, latest, slotAfter, startOfDay, type Slot } from './slots.ts';
import { sprintIdFor } from './sprint-id.ts';
import { sprintDays, sprintPhase } from '../sprints/sprint-days.ts';
import {
  getSprintItem,
  isSprintName,
  putSprint,
  replaceSprint,
  sprintsOf,
  toSprint,
} from '../sprints/sprint-store.ts';
import type { StoredSprint } from '../sprints/sprint.ts';
import { recordTeamContent } from '../../identity/team/team-store.ts';
import {
  newestSeries,
  nextInSeries,
  seriesOf,
  sprintName,
  unnumberedSeries,
  type SprintSeries,
} from '../cadence/sprint-series.ts';
import { isManaged, type CadenceStep, type CadenceTurn } from './cadence-turn.ts';

/** The maximum number of a team's sprints that are read to number the first one. */
const COUNTED_MAX = 1_000;

/** The state before the first sprint: it follows those that the team has planned by hand. */
export async function beginCadence(read: Reader, cadence: Cadence, now: Date): Promise<CadenceState> {
  const { teamId, timeZone, cooldownDays, updatedAt } = cadence;
  const items = await read.query({ index: 'list', partition: sprintsOf(teamId), limit: COUNTED_MAX });
  const planned = items.map(toSprint).filter((sprint) => sprintPhase(sprint, now) !== 'past');
  // Nothing has ended within the cooldown, so no cooldown is due.
  const before = addDays(dayIn(now, timeZone), -1 - cooldownDays);
  // One that ends with the calendar holds what may come some day.
  const lastDays = planned.map((sprint) => dayText(sprintDays(sprint).last));
  const endedDay = latest(before, ...lastDays.filter((day) => day <= LAST_DAY));
  return {
    series: newestSeries(namesByStart(items.map(toSprint))) ?? unnumberedSeries(items.length),
    endedDay,
    throughDay: endedDay,
    alignedTo: updatedAt,
    made: [],
    closingId: null,
  };
}

/** Latest start first; of those that start at once, the one created first. */
const namesByStart = (sprints: readonly StoredSprint[]): string[] =>
  sprints
    .toReversed()
    .sort((a, b) => b.startDate.localeCompare(a.startDate))
    .map(({ name }) => name);

/** The series that the next sprint continues: people may have renamed or renumbered those that were made. */
function currentSeries({ state, made }: CadenceTurn): SprintSeries {
  const renamed = made.flatMap(({ sprint }) => (sprint && seriesOf(sprint.name)) ?? []).at(-1);
  if (!renamed) return state.series;
  return renamed.prefix === state.series.prefix && renamed.number < state.series.number
    ? state.series
    : renamed;
}

const datesOf = ({ startDay, lastDay }: Slot, timeZone: string) => ({
  startDate: startOfDay(startDay, timeZone).toISOString(),
  // Midnight of the last day, as for plain dates: a sprint is due through the end of that day.
  endDate: startOfDay(lastDay, timeZone).toISOString(),
});

/** Creates the next sprint if there are fewer upcoming ones than the cadence asks for. */
export async function makeSprint(turn: CadenceTurn): Promise<CadenceStep | undefined> {
  const { read, now, cadence, state, made } = turn;
  const { teamId, workspaceId, timeZone, upcoming } = cadence;
  const ahead = made.filter(({ startDay }) => startOfDay(startDay, timeZone) > now);
  if (ahead.length >= upcoming) return undefined;
  const slot = slotAfter(cadence, latest(state.throughDay, state.endedDay), dayIn(now, timeZone));
  const series = nextInSeries(currentSeries(turn));
  const name = sprintName(series);
  const { number } = series;
  const id = sprintIdFor(teamId, startOfDay(slot.startDay, timeZone), number);
  const next = {
    ...state,
    series,
    throughDay: slot.lastDay,
    made: [...state.made, { id, ...slot }],
  };
  if (await getSprintItem(read, id)) return { changes: [], state: next };
  // People have made one with this name: the next number then.
  if (await isSprintName(read, { teamId, name })) return { changes: [], state: { ...state, series } };
  const timestamp = now.toISOString();
  const sprint = {
    id,
    workspaceId,
    teamId,
    objectiveId: null,
    name,
    goal: goalOf(cadence, { number, startDate: slot.startDay, endDate: slot.lastDay }),
    ...datesOf(slot, timeZone),
    automationManaged: true,
    createdAt: timestamp,
    updatedAt: timestamp,
    startedAt: null,
    closedAt: null,
    timeZone,
  };
  return {
    changes: [...putSprint(sprint, writeConflict), recordTeamContent(teamId, () => notFound('team'))],
    state: next,
  };
}

/**
 * Moves the upcoming sprints to the dates of a changed cadence, in their order, with the stories planned for them. The
 * running one retains its days, in the zone of the changed cadence.
 */
export function alignSprints({ now, cadence, state, made }: CadenceTurn): CadenceStep | undefined {
  const { timeZone, updatedAt } = cadence;
  if (state.alignedTo === updatedAt) return undefined;
  let { endedDay } = state;
  const moved = made.map((one) => {
    const isUpcoming = isManaged(one) && one.sprint.startedAt === null;
    const slot = isUpcoming ? slotAfter(cadence, endedDay, dayIn(now, timeZone)) : one;
    endedDay = latest(endedDay, slot.lastDay);
    return { ...one, startDay: slot.startDay, lastDay: slot.lastDay };
  });
  const changes = moved.flatMap((one) => {
    if (!isManaged(one)) return [];
    const { sprint } = one;
    return replaced(sprint, { ...sprint, ...datesOf(one, timeZone), timeZone }, now);
  });
  return {
    changes,
    state: {
      ...state,
      alignedTo: updatedAt,
      throughDay: endedDay,
      made: moved.map(({ id, startDay, lastDay }) => ({ id, startDay, lastDay })),
    },
  };
}

/**
 * Sets the time zone of sprints that were created before sprints stored one: the zone of the cadence, which has not
 * changed meanwhile.
 */
export function zoneSprints({
  now,
  cadence: { timeZone },
  state,
  made,
}: CadenceTurn): CadenceStep | undefined {
  const changes = made.flatMap((one) =>
    isManaged(one) ? replaced(one.sprint, { ...one.sprint, timeZone }, now) : [],
  );
  return changes.length === 0 ? undefined : { changes, state };
}

/** The change that replaces a sprint by its next version; none if its dates and zone are the same. */
function replaced(sprint: StoredSprint, next: StoredSprint, now: Date): Change[] {
  const isSame = (['startDate', 'endDate', 'timeZone'] as const).every(
    (field) => next[field] === sprint[field],
  );
  if (isSame) return [];
  return [replaceSprint({ ...next, updatedAt: nextTimestamp(now, sprint.updatedAt) }, sprint, writeConflict)];
}
