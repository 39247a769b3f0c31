import type { Item } from '../../kernel/core/database.ts';
import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getJob, moveJob } from '../../kernel/jobs/job-store.ts';
import { getTeamRules } from '../../identity/team/team-store.ts';
import { RECURRING_STORY_PATH } from './list-recurring-stories.ts';
import { assertMakesStories, visibleRecurringStoryOrThrow } from './recurring-story-access.ts';
import { recurringStoryPatch } from './recurring-story-requests.ts';
import {
  doneThroughOf,
  getRecurringStoryItem,
  jobOf,
  replaceRecurringStory,
  toRecurringStory,
} from './recurring-story-store.ts';
import { recurringStorySchema, type RecurringStory } from './recurring-story.ts';
import { normalRule } from '../recurrence/rule-parts.ts';

export const updateRecurringStory = operation({
  id: 'updateRecurringStory',
  method: 'PATCH',
  path: RECURRING_STORY_PATH,
  tag: 'Story templates',
  summary: 'Update a recurring story',
  description:
    'Changes what later stories have and when they are made; those that were made stay as they are. `story` replaces all of it. Another rule, time zone, start or end counts from today on, as does the end of a pause.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['invalid_reference', 'version_conflict', 'conflict'],
  params: { recurringStoryId: uuid() },
  body: recurringStoryPatch.schema,
  output: recurringStorySchema,
  load: ({ path, read }) => ({
    item: getRecurringStoryItem(read, path.recurringStoryId),
    job: getJob(read, jobOf(path.recurringStoryId)),
  }),
  handle: async ({ body: sent, loaded: { item: found, job }, caller, read, now, commit }) => {
    const { item, recurring } = visibleRecurringStoryOrThrow(caller, found);
    const body = { ...sent, ...(sent.rule === undefined ? {} : { rule: normalRule(sent.rule) }) };
    if (recurring.updatedAt !== body.expectedUpdatedAt) throw recurringStoryPatch.conflict(recurring, body);
    const patched = nextVersion(recurring, recurringStoryPatch.apply(recurring, body), now);
    if (patched === recurring) {
      await commit([], recurring.id);
      return recurring;
    }
    const team = await getTeamRules(read, recurring.teamId);
    await assertMakesStories(patched, body, { read, caller, team });
    // Calendars in time zones are large, and the function's other operations need none.
    const [{ rescheduled }, { startOfDay }] = await Promise.all([
      import('./schedule.ts'),
      import('../cadences/slots.ts'),
    ]);
    const next = isMoved(patched, recurring)
      ? rescheduled(patched, doneThroughOf(item), now)
      : { recurring: patched, doneThrough: doneThroughOf(item) };
    const { nextDueDate, timeZone } = next.recurring;
    const dueAt = nextDueDate === null ? undefined : startOfDay(nextDueDate, timeZone).toISOString();
    const stale = (current: Item | undefined) => {
      if (!current) return notFound('recurring story');
      if (current['updatedAt'] === recurring.updatedAt) return writeConflict();
      return recurringStoryPatch.conflict(toRecurringStory(current), body);
    };
    await commit(
      [
        replaceRecurringStory(next.recurring, next.doneThrough, item, stale),
        moveJob(jobOf(recurring.id, caller.workspaceId), job, { ...job, dueAt }, writeConflict),
      ],
      recurring.id,
    );
    return next.recurring;
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleRecurringStoryOrThrow(caller, await getRecurringStoryItem(read, resourceId)).recurring,
});

const recurrenceFields = ['rule', 'startDate', 'endDate', 'timeZone', 'paused'] as const;

/** Whether stories are made at other times than before. */
const isMoved = (next: RecurringStory, previous: RecurringStory): boolean =>
  recurrenceFields.some((field) => next[field] !== previous[field]);
