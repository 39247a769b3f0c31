import type { FieldProblem } from './errors.ts';

/** What is wrong with a span of time. */
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
