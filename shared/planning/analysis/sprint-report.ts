import * as z from 'zod';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { dayOfSprint, sprintDays } from '../sprints/sprint-days.ts';
import type { StoredSprint } from '../sprints/sprint.ts';
import { amountSchema, burnDownDaySchema } from './analysis.ts';
import { balanceOf, burnDownOf, isComplete, shownDays, type BurnDownInput } from './burn-down.ts';

const amount = (description: string) => amountSchema().meta({ description });

/** The fields of a report as it is stored. */
export const sprintReportSchema = memoize(() =>
  z.object({
    sprintId: uuid(),
    closedAt: timestamp().nullable().meta({
      description: 'When the sprint was closed; the report has not changed since. Null while it can change.',
    }),
    committed: amount('The scope on the first day with any.'),
    added: amount('Stories that entered the scope after that day.'),
    removed: amount('Stories that left the scope after that day.'),
    reestimated: z
      .number()
      .meta({ description: 'Change of the estimates of incomplete work after that day.' }),
    finished: amount('Stories that were completed during the sprint.'),
    unfinished: amount('What was left at its end: committed + added - removed - finished.'),
    rolledOver: amount('The unfinished stories that were moved to the next sprint.'),
    rolledOverTo: uuid().nullable().meta({ description: 'The sprint that they were moved to.' }),
    burnDown: z.array(burnDownDaySchema()),
    historyComplete: z.boolean(),
  }),
);

export type SprintReport = z.output<ReturnType<typeof sprintReportSchema>>;

interface Ending {
  closedAt: string | null;
  /** The sprint that unfinished stories move to, if any. */
  rolledOverTo: string | null;
}

/**
 * The report of a sprint up to its last day, or up to now if that is earlier. The figures of a sprint that is closed
 * late include changes until then.
 */
export function sprintReport(
  sprint: StoredSprint,
  recorded: Pick<BurnDownInput, 'days' | 'tally' | 'worked'>,
  now: Date,
  { closedAt, rolledOverTo }: Ending = { closedAt: null, rolledOverTo: null },
): SprintReport {
  const { first, last } = sprintDays(sprint);
  const today = dayOfSprint(sprint, now);
  const through = Math.max(first, Math.min(last, today));
  const input: BurnDownInput = { ...recorded, start: first, end: last, today: through };
  const balance = balanceOf(input, closedAt === null ? through : Math.max(through, today));
  return {
    sprintId: sprint.id,
    closedAt,
    ...balance,
    rolledOver: rolledOverTo === null ? { stories: 0, estimate: 0 } : balance.unfinished,
    rolledOverTo,
    burnDown: burnDownOf(input, shownDays(first, last, through)),
    historyComplete: isComplete(input),
  };
}
