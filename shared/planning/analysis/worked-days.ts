import type { Reader } from '../../kernel/core/database.ts';
import type { DaySpan } from '../../kernel/core/day-in-zone.ts';
import { findTeamMemberIds } from '../../identity/members/member-store.ts';
import { sprintDays } from '../sprints/sprint-days.ts';
import type { StoredSprint } from '../sprints/sprint.ts';
import { defaultWeek, worksOn, type WorkingDays } from '../scheduling/working-time/working-time.ts';
import { readWorkingDays } from '../scheduling/working-time/working-time-store.ts';
import { DAYS_MAX } from './analysis.ts';
import { daysFrom } from './calendar.ts';

/** The largest team for which members' working time is read; larger ones have the default week. */
export const TEAM_MAX = 50;

/**
 * Reads the days of a sprint on which the ideal line falls: those on which a member of its team works. Null means all
 * of them, as for a sprint that is longer than the days shown.
 */
export async function readWorkedDays(read: Reader, sprint: StoredSprint): Promise<readonly number[] | null> {
  const span = sprintDays(sprint);
  return span.last - span.first < DAYS_MAX ? workedDays(span, await readPeople(read, sprint)) : null;
}

/**
 * The days of a span on which at least one of the people works; null if there are none. A date is the same day for all
 * of them, regardless of their time zones.
 */
export function workedDays(
  { first, last }: DaySpan,
  people: readonly WorkingDays[],
): readonly number[] | null {
  const worked = daysFrom(first, last).filter((day) => people.some((one) => worksOn(one, day)));
  return worked.length > 0 ? worked : null;
}

/** The working days of a team's members, in two round trips; the default without any. */
async function readPeople(
  read: Reader,
  { workspaceId, teamId }: Pick<StoredSprint, 'workspaceId' | 'teamId'>,
): Promise<WorkingDays[]> {
  const ids = await findTeamMemberIds(read, teamId, TEAM_MAX + 1);
  if (ids.length === 0 || ids.length > TEAM_MAX) return [{ weekly: defaultWeek(), timeOff: [] }];
  return await readWorkingDays(
    read,
    ids.map((memberId) => ({ workspaceId, memberId })),
  );
}
