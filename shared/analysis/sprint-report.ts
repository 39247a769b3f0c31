import * as z from 'zod';
import { dueDay, utcDay } from '../core/date-span.ts';
import { timestamp, uuid, once } from '../core/schema.ts';
import type { Day } from '../counts/days.ts';
import type { Tally } from '../counts/story-counts.ts';
import type { StoredSprint } from '../sprints/sprint.ts';
import { amountSchema, burnDownDaySchema } from './analysis.ts';
import { balanceOf, burnDownOf, isComplete, shownDays, type BurnDownInput } from './burn-down.ts';

const amount = (description: string) => amountSchema().meta({ description });

export const sprintReportSchema = once(() =>
  z
    .object({
      sprintId: uuid(),
      closedAt: timestamp().nullable().meta({
        description:
          'When the sprint was closed; the report has not changed since. Null while it can change.',
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
    })
    .meta({ id: 'SprintReport', description: 'What a sprint committed to, and its outcome.' }),
);

export type SprintReport = z.output<ReturnType<typeof sprintReportSchema>>;

interface Ending {
  closedAt: string | null;
  /** The sprint that unfinished stories move to, if they do. */
  rolledOverTo: string | null;
}

/** The report of a sprint through its last day, or through now if that is earlier or it is closed only now. */
export function sprintReport(
  { id, startDate, endDate }: StoredSprint,
  { days, tally }: { days: ReadonlyMap<string, Day>; tally: Tally },
  now: Date,
  { closedAt, rolledOverTo }: Ending = { closedAt: null, rolledOverTo: null },
): SprintReport {
  const start = utcDay(startDate);
  // A sprint that ends at midnight in its team's zone can touch one more UTC day.
  const last = closedAt === null ? dueDay(endDate) : Math.max(dueDay(endDate), utcDay(now));
  const through = Math.max(start, Math.min(last, utcDay(now)));
  const input: BurnDownInput = { days, tally, start, end: last, today: through };
  const balance = balanceOf(input, through);
  return {
    sprintId: id,
    closedAt,
    ...balance,
    rolledOver: rolledOverTo === null ? { stories: 0, estimate: 0 } : balance.unfinished,
    rolledOverTo,
    burnDown: burnDownOf(input, shownDays(start, last, through)),
    historyComplete: isComplete(input),
  };
}
