import { ApiError, invalidReference, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { moveJob } from '../../kernel/jobs/job-store.ts';
import { getTeamRules, recordTeamContent } from '../../identity/team/team-store.ts';
import { getCadenceItem, toCadence } from '../cadence/cadence-store.ts';
import { RECURRING_STORIES_PATH } from './list-recurring-stories.ts';
import { assertMakesStories, visibleRecurringStoryOrThrow } from './recurring-story-access.ts';
import { recurringStoryCreateSchema } from './recurring-story-requests.ts';
import {
  findRecurringStories,
  getRecurringStoryItem,
  jobOf,
  putRecurringStory,
} from './recurring-story-store.ts';
import { RECURRING_STORIES_MAX, recurringStorySchema, type RecurringStory } from './recurring-story.ts';
import { normalRule } from '../recurrence/rule-parts.ts';

const noTeam = { path: 'teamId', message: 'is not a team that this credential can access' };

export const createRecurringStory = operation({
  id: 'createRecurringStory',
  method: 'POST',
  path: RECURRING_STORIES_PATH,
  tag: 'Story templates',
  summary: 'Create a recurring story',
  description: `Has a story made for each due date of a rule, from a template, from fields, or both. A team can have ${RECURRING_STORIES_MAX} recurring stories.`,
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['invalid_reference', 'quota_exceeded'],
  body: recurringStoryCreateSchema,
  output: recurringStorySchema,
  load: ({ body, read }) => ({
    team: getTeamRules(read, body.teamId),
    cadence: getCadenceItem(read, body.teamId),
    others: findRecurringStories(read, body.teamId, RECURRING_STORIES_MAX),
  }),
  handle: async ({ body, loaded: { team, cadence, others }, caller, read, now, newId, commit }) => {
    const { teamId } = body;
    if (!caller.teamIds.has(teamId)) throw invalidReference([noTeam]);
    if (others.length >= RECURRING_STORIES_MAX) throw tooMany();
    // Calendars in time zones are large, and the function's other operations need none.
    const [{ rescheduled }, { dayIn, startOfDay }] = await Promise.all([
      import('./schedule.ts'),
      import('../cadences/slots.ts'),
    ]);
    const timestamp = now.toISOString();
    const timeZone = body.timeZone ?? (cadence ? toCadence(cadence).timeZone : 'UTC');
    const asked: RecurringStory = {
      id: newId(),
      workspaceId: caller.workspaceId,
      teamId,
      name: body.name,
      templateId: body.templateId ?? null,
      story: body.story ?? {},
      rule: normalRule(body.rule),
      startDate: body.startDate ?? dayIn(now, timeZone),
      endDate: body.endDate ?? null,
      timeZone,
      paused: body.paused ?? false,
      nextDueDate: null,
      nextDueDates: [],
      lastFailure: null,
      createdBy: caller.principalId,
      createdAt: timestamp,
      updatedAt: timestamp,
    };
    await assertMakesStories(asked, asked, { read, caller, team });
    const { recurring, doneThrough } = rescheduled(asked, undefined, now);
    const dueAt = recurring.nextDueDate && startOfDay(recurring.nextDueDate, timeZone).toISOString();
    const unset = { isNew: true, dueAt: undefined, leasedUntil: undefined, workspaceId: undefined };
    const job = jobOf(recurring.id, caller.workspaceId);
    await commit(
      [
        putRecurringStory(recurring, doneThrough),
        recordTeamContent(teamId, () => invalidReference([noTeam])),
        ...(dueAt === null ? [] : [moveJob(job, unset, { dueAt, leasedUntil: undefined }, writeConflict)]),
      ],
      recurring.id,
    );
    return recurring;
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleRecurringStoryOrThrow(caller, await getRecurringStoryItem(read, resourceId)).recurring,
});

const tooMany = () =>
  new ApiError(
    'quota_exceeded',
    `A team can have ${RECURRING_STORIES_MAX} recurring stories, and this one has them.`,
    {
      hint: 'Delete a recurring story that is no longer needed.',
      details: { quota: 'recurringStories', limit: RECURRING_STORIES_MAX },
    },
  );
