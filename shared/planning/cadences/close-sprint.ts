import { sprintReport } from '../analysis/sprint-report.ts';
import { getSprintReportItem, putSprintReport } from '../analysis/sprint-report-store.ts';
import { readWorkedDays } from '../analysis/worked-days.ts';
import { endOf } from './slots.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { getDays } from '../counts/day-store.ts';
import { getWithTally } from '../counts/counts-store.ts';
import type { StoredSprint } from '../sprints/sprint.ts';
import { replaceSprint, sprintSortKey } from '../sprints/sprint-store.ts';
import type { CadenceSprint, CadenceStep, CadenceTurn } from './cadence-turn.ts';
import { moveUnfinishedStories } from './move-unfinished-stories.ts';

/**
 * Closes a sprint in two steps. The first stores its report, before its stories move; the second moves them and marks
 * the sprint as closed, and is repeated if it is interrupted.
 */
export async function closeSprint(
  turn: CadenceTurn,
  { id, sprint }: CadenceSprint & { sprint: StoredSprint },
  closed: CadenceTurn['state'],
): Promise<CadenceStep> {
  const { read, database, now, cadence, state } = turn;
  if (state.closingId !== id) {
    const [days, found, worked] = await Promise.all([
      getDays(read, sprintSortKey(id)),
      getWithTally(read, sprintSortKey(id)),
      readWorkedDays(read, sprint),
    ]);
    const ending = { closedAt: now.toISOString(), rolledOverTo: null };
    const report = sprintReport(sprint, { days, tally: found!.tally, worked }, now, ending);
    return { changes: [putSprintReport(report)], state: { ...state, closingId: id } };
  }
  const report = (await getSprintReportItem(read, id))!;
  const next = cadence.unfinished === 'roll_over' ? nextSprintAfter(turn, id) : undefined;
  if (next || cadence.unfinished === 'to_backlog') {
    await moveUnfinishedStories(database, { from: id, to: next ?? null }, now);
  }
  const kept = next ? { ...report, rolledOver: report.unfinished, rolledOverTo: next } : report;
  const updatedAt = nextTimestamp(now, sprint.updatedAt);
  return {
    changes: [
      replaceSprint({ ...sprint, closedAt: report.closedAt, updatedAt }, sprint, writeConflict),
      putSprintReport(kept),
    ],
    state: closed,
  };
}

/** The next sprint of the cadence that is not over, whether or not people have changed it. */
const nextSprintAfter = ({ made, cadence, now }: CadenceTurn, id: string): string | undefined =>
  made.find((one) => one.id !== id && one.sprint && endOf(one, cadence.timeZone) > now)?.id;
