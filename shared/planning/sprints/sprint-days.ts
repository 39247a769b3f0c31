import { dayText } from '../../kernel/core/date-span.ts';
import { dayInZone, daysInZone, type DaySpan } from '../../kernel/core/day-in-zone.ts';
import type { StoredSprint } from './sprint.ts';

type Span = Pick<StoredSprint, 'startDate' | 'endDate' | 'timeZone'>;

/** The days of a sprint in its zone, as numbers counted from 1970-01-01. Every rule about a sprint's days uses them. */
export const sprintDays = (sprint: Span): DaySpan => daysInZone(sprint);

/** The last day of a sprint in its zone, such as `2026-11-20`. */
export const lastDayOfSprint = (sprint: Span): string => dayText(sprintDays(sprint).last);

/** The day of an instant in the zone of a sprint. */
export const dayOfSprint = ({ timeZone }: Pick<Span, 'timeZone'>, at: string | Date): number =>
  dayInZone(at, timeZone);

export type SprintPhase = 'coming' | 'running' | 'past';

/** Whether a sprint is still to come, runs or is past on the day of an instant in its zone. */
export function sprintPhase(sprint: Span, now: Date): SprintPhase {
  const { first, last } = sprintDays(sprint);
  const today = dayOfSprint(sprint, now);
  if (today < first) return 'coming';
  return today > last ? 'past' : 'running';
}

type Closable = Span & Pick<StoredSprint, 'closedAt'>;

/** The same of a sprint that may have been closed, with which it is past. */
export const phaseOf = (sprint: Closable, now: Date): SprintPhase =>
  sprint.closedAt === null ? sprintPhase(sprint, now) : 'past';

/** Whether an instant is in the days of a sprint that has not been closed. */
export const isRunning = (sprint: Closable, now: Date): boolean => phaseOf(sprint, now) === 'running';

/** Whether a sprint has been closed, or its days are over. */
export const hasEnded = (sprint: Closable, now: Date): boolean => phaseOf(sprint, now) === 'past';
