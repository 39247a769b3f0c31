import { isPastDue } from '../../shared/core/date-span.ts';
import type { Sprint } from '../../shared/sprints/sprint.ts';

/** The phase of a sprint at an instant: it runs through the end of its last UTC day. */
export function sprintPhase({ startDate, endDate }: Pick<Sprint, 'startDate' | 'endDate'>, now: Date) {
  if (now.toISOString() < startDate) return 'coming';
  return isPastDue(endDate, now) ? 'past' : 'running';
}
