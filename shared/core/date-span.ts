import type { FieldProblem } from './errors.ts';

/** Validates a date range. */
export const dateSpanProblems = ({
  startDate,
  endDate,
}: {
  startDate: string | null;
  endDate: string | null;
}): FieldProblem[] =>
  startDate !== null && endDate !== null && endDate < startDate
    ? [{ path: 'endDate', message: 'must not be before startDate' }]
    : [];
