import { expect, vi } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getJob } from '../../shared/kernel/jobs/job-store.ts';
import { createRecurringStory } from '../../shared/planning/recurring-stories/create-recurring-story.ts';
import { getRecurringStory } from '../../shared/planning/recurring-stories/get-recurring-story.ts';
import type { RecurringStory } from '../../shared/planning/recurring-stories/recurring-story.ts';
import { updateRecurringStory } from '../../shared/planning/recurring-stories/update-recurring-story.ts';
import { listStories } from '../../shared/planning/stories/list-stories.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { jobHandlers } from '../../shared/surface/workers/jobs.ts';
import type { History } from '../analysis/history.ts';
import { runDueJobs } from '../support/jobs.ts';

/** Recurring stories of a history's team: by the API, and their jobs at the history's clock. */
export function recurringHistory(history: History) {
  const get = ({ id }: RecurringStory) =>
    history.run<RecurringStory>(getRecurringStory, { path: { recurringStoryId: id } });
  /** Does what is due by the history's clock, as the schedule does; returns how many jobs were done. */
  const run = (database: Database = history.database) =>
    runDueJobs(jobHandlers, { database, now: history.now });
  /** The days whose stories were made, in order, without sub-stories. */
  async function days(): Promise<string[]> {
    const stories = await history.run<Story[]>(listStories, {
      query: { teamId: history.team.id, limit: 100 },
    });
    const whole = stories.filter(({ parentId }) => parentId === null);
    return whole.map(({ endDate }) => endDate!.slice(0, 10)).sort();
  }
  return {
    get,
    create: (fields: object = {}) =>
      history.run<RecurringStory>(createRecurringStory, {
        body: { teamId: history.team.id, name: 'Again', rule: 'FREQ=DAILY', ...fields },
      }),
    async update(recurring: RecurringStory, fields: object): Promise<RecurringStory> {
      const { id, updatedAt } = await get(recurring);
      const body = { expectedUpdatedAt: updatedAt, ...fields };
      return await history.run(updateRecurringStory, { path: { recurringStoryId: id }, body });
    },
    run,
    /** Does what is due, until the stories of these days are listed, and no others: indexes are behind. */
    makes: (expected: readonly string[]) =>
      vi.waitFor(
        async () => {
          await run();
          expect(await days()).toEqual(expected);
        },
        { timeout: 20_000, interval: 50 },
      ),
    days,
    dueAt: async ({ id }: RecurringStory) =>
      (await getJob(createReader(history.database), { name: 'recurring_story', ownerId: id })).dueAt,
  };
}
