import { nextTimestamp } from '../../kernel/core/clock.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import type { Database } from '../../kernel/core/database.ts';
import {
  cadenceUnchanged,
  getCadenceItem,
  getCadenceState,
  putCadence,
  putCadenceState,
  toCadence,
} from '../cadence/cadence-store.ts';
import { endOf, startOfDay } from './slots.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { getSprintItem, replaceSprint, toSprint } from '../sprints/sprint-store.ts';
import { getTeamItem, toTeam } from '../../identity/team/team-store.ts';
import type { Cadence } from '../cadence/cadence.ts';
import { closeSprint } from './close-sprint.ts';
import { alignSprints, beginCadence, makeSprint, zoneSprints } from './plan-sprints.ts';
import { isManaged, type CadenceSprint, type CadenceStep, type CadenceTurn } from './cadence-turn.ts';

/** The maximum number of steps per run, more than any run needs; beyond it, steps undo each other. */
const STEPS_MAX = 200;

/**
 * Carries out a team's cadence: creates, starts and closes its sprints. Each step is one transaction with the state
 * that it replaces, so that it happens once, even if a run is interrupted or another runs at the same time. Returns
 * when the next sprint starts or ends; undefined for a cadence that is turned off.
 */
export async function runCadence(
  { database, now }: { database: Database; now: Date },
  teamId: string,
): Promise<Date | undefined> {
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    const { isDone, dueAt } = await retryOnConflict(
      () => takeStep(database, now, teamId),
      orRedeliver('A cadence was changed repeatedly by others.'),
    );
    if (isDone) return dueAt;
  }
  throw new Error(`The cadence of ${teamId} took more than ${STEPS_MAX} steps.`);
}

/** Runs the next step, from the current state of the table. */
async function takeStep(
  database: Database,
  now: Date,
  teamId: string,
): Promise<{ isDone: boolean; dueAt?: Date | undefined }> {
  const read = createReader(database);
  const [item, stored, team] = await Promise.all([
    getCadenceItem(read, teamId),
    getCadenceState(read, teamId),
    getTeamItem(read, teamId),
  ]);
  if (!item || !team) return { isDone: true };
  const cadence = toCadence(item);
  if (!cadence.enabled) return { isDone: true };
  if (!toTeam(team).sprintsEnabled) {
    await commit(database, [turnOff(cadence, now)]);
    return { isDone: true };
  }
  const state = stored.state ?? (await beginCadence(read, cadence, now));
  const sprints = await Promise.all(state.made.map(({ id }) => getSprintItem(read, id)));
  const made: CadenceSprint[] = state.made.map((slot, position) => {
    const sprint = sprints[position];
    return { ...slot, sprint: sprint && toSprint(sprint) };
  });
  const turn: CadenceTurn = { database, read, now, cadence, state, made };
  const step = await nextStep(turn);
  if (!step) return { isDone: true, dueAt: nextDue(turn) };
  await commit(database, [
    ...step.changes,
    cadenceUnchanged(cadence, writeConflict),
    putCadenceState(teamId, step.state, stored, writeConflict),
  ]);
  return { isDone: false };
}

/** Upcoming sprints come first, since unfinished stories move there; a sprint is closed before the next one starts. */
const nextStep = async (turn: CadenceTurn): Promise<CadenceStep | undefined> =>
  forgetDeleted(turn) ??
  alignSprints(turn) ??
  zoneSprints(turn) ??
  (await makeSprint(turn)) ??
  (await startOrClose(turn));

/** Removes deleted sprints from the state, so that they are not created again. */
function forgetDeleted({ state, made }: CadenceTurn): CadenceStep | undefined {
  const deleted = new Set(made.filter(({ sprint }) => !sprint).map(({ id }) => id));
  if (deleted.size === 0) return undefined;
  return { changes: [], state: { ...state, made: state.made.filter(({ id }) => !deleted.has(id)) } };
}

async function startOrClose(turn: CadenceTurn): Promise<CadenceStep | undefined> {
  const { cadence, state, made, now } = turn;
  for (const one of made) {
    const isOver = endOf(one, cadence.timeZone) <= now;
    if (!isManaged(one)) {
      if (isOver) return { changes: [], state: without(turn, one) };
      continue;
    }
    if (one.sprint.startedAt === null && startOfDay(one.startDay, cadence.timeZone) <= now) {
      const { sprint } = one;
      const started = {
        ...sprint,
        startedAt: now.toISOString(),
        updatedAt: nextTimestamp(now, sprint.updatedAt),
      };
      return { changes: [replaceSprint(started, sprint, writeConflict)], state };
    }
    if (isOver) return await closeSprint(turn, one, without(turn, one));
  }
  return undefined;
}

/** The state without a sprint that is over. */
const without = ({ state }: CadenceTurn, { id, lastDay }: CadenceSprint): CadenceTurn['state'] => ({
  ...state,
  endedDay: lastDay > state.endedDay ? lastDay : state.endedDay,
  made: state.made.filter((one) => one.id !== id),
  closingId: null,
});

/** The time at which the next sprint starts or ends. */
function nextDue({ made, cadence: { timeZone }, now }: CadenceTurn): Date | undefined {
  const times = made.flatMap((one) => [startOfDay(one.startDay, timeZone), endOf(one, timeZone)]);
  return times.filter((time) => time > now).sort((a, b) => a.getTime() - b.getTime())[0];
}

/** Turns off the cadence of a team that no longer uses sprints, until someone turns it on again. */
const turnOff = (cadence: Cadence, now: Date) =>
  putCadence(
    { ...cadence, enabled: false, updatedAt: nextTimestamp(now, cadence.updatedAt) },
    cadence,
    writeConflict,
  );
