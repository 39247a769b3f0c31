import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { ApiError, writeConflict } from '../../kernel/core/errors.ts';
import type { Item } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit, increment } from '../../kernel/db/write.ts';
import type { JobContext } from '../../kernel/jobs/run-job.ts';
import { getTeamRules } from '../../identity/team/team-store.ts';
import { addDays, dayIn, startOfDay } from '../cadences/slots.ts';
import { dueDates } from '../recurrence/due-dates.ts';
import { storyOf } from './make-story.ts';
import { datesOf } from './schedule.ts';
import type { RecurringStory } from './recurring-story.ts';
import { doneThroughOf, getRecurringStoryItem, markDone, toRecurringStory } from './recurring-story-store.ts';

/** The most missed due dates that are made up for, the newest (docs/guides/templates.md). */
export const CATCH_UP_MAX = 30;

/** When to look again for room in a workspace that has as many stories as it can have, in milliseconds. */
const FULL_MS = 60 * 60 * 1_000;

interface Step {
  isDone: boolean;
  dueAt?: Date | undefined;
}

/**
 * Makes the stories of a recurring story whose due dates have begun, also those that were missed. Each due date is one
 * transaction with the record that it is done, so that it happens once, even if a run is interrupted or another runs at
 * the same time. One that is refused is left out, and noted. Returns when the next is due; undefined if none is.
 */
export async function runRecurringStory(context: JobContext, id: string): Promise<Date | undefined> {
  for (;;) {
    const { isDone, dueAt } = await retryOnConflict(
      () => takeStep(context, id),
      orRedeliver('A recurring story was changed repeatedly by others.'),
    );
    if (isDone) return dueAt;
  }
}

/** Makes the story of the first due date that is not done. */
async function takeStep({ database, now }: JobContext, id: string): Promise<Step> {
  const read = createReader(database);
  const item = await getRecurringStoryItem(read, id);
  if (!item) return { isDone: true };
  const recurring = toRecurringStory(item);
  const { paused, nextDueDate, timeZone, teamId } = recurring;
  if (paused || nextDueDate === null) return { isDone: true };
  const day = dueOf(recurring, item, now);
  if (day === undefined) return { isDone: true, dueAt: startOfDay(nextDueDate, timeZone) };
  const team = await getTeamRules(read, teamId);
  if (!team) return { isDone: true };
  const drawNumber = (counter: Parameters<typeof increment>[1]) => increment(database, counter, now);
  const made = await attempt(() => storyOf(recurring, day, { read, team, now, drawNumber }));
  if (made instanceof ApiError && made.code === 'quota_exceeded')
    return { isDone: true, dueAt: new Date(now.getTime() + FULL_MS) };
  const [stories, lastFailure] =
    made instanceof ApiError ? [[], { dueDate: day, message: reasonOf(made) }] : [made, null];
  const next = { ...nextVersion(recurring, { ...recurring, lastFailure }, now), ...datesOf(recurring, day) };
  await commit(database, [...stories, markDone(item, next, day, writeConflict)]);
  return { isDone: false };
}

/** What work returns, or why it is refused: another attempt would be refused too. */
async function attempt<T>(work: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return error;
  }
}

const reasonOf = ({ message, fields }: ApiError): string =>
  fields.length === 0 ? message : fields.map((one) => `${one.path} ${one.message}`).join('; ');

/** The first due date that is not done and has begun; of many that were missed, the oldest that is made up for. */
function dueOf(recurring: RecurringStory, item: Item, now: Date): string | undefined {
  const today = dayIn(now, recurring.timeZone);
  const missed = dueDates(recurring, addDays(doneThroughOf(item), 1), today);
  return missed.at(-CATCH_UP_MAX) ?? missed[0];
}
