import { refreshForecasts } from '../../planning/analysis/refresh-forecasts.ts';
import { peekWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import type { Database } from '../../kernel/core/database.ts';
import { EXPORTS_MAX } from '../exports/export.ts';
import type { JobHandlers } from '../../kernel/jobs/run-job.ts';
import { replanMember } from '../../planning/scheduling/planner/replan-member.ts';

/** The handler of each job. */
export const jobHandlers: JobHandlers = {
  forecast: refreshForecasts,
  schedule: replanMember,
  // Calendars in time zones are large, and few jobs need them.
  cadence: async (context, teamId) =>
    (await import('../../planning/cadences/run-cadence.ts')).runCadence(context, teamId),
  update_reminders: async (context, teamId) => {
    const [{ remindLeads }, { queueUserMail }] = await Promise.all([
      import('../../planning/objective-updates/remind-leads.ts'),
      import('../../identity/mail/queue-user-mail.ts'),
    ]);
    return await remindLeads({ ...context, queueUserMail }, teamId);
  },
  recurring_story: async (context, id) =>
    (await import('../../planning/recurring-stories/run-recurring-story.ts')).runRecurringStory(context, id),
  publish_update: async (context, updateId) =>
    (await import('../../feedback/updates/publish-due-update.ts')).publishDueUpdate(context, updateId),
  tell_followers: async (context, reason) =>
    (await import('../../projections/notifications/send-news.ts')).sendFurtherNews(context, reason),
  export: async (context, exportId) =>
    (await import('../export-run/run-export.ts')).runExport(context, exportId),
  rule: async (context, ownerId) => (await import('../rules/run-rule.ts')).runRule(context, ownerId),
  busy_feed: async (context, ownerId) => {
    const [{ readBusyFeed }, { publicRequest }, { getKeys }] = await Promise.all([
      import('../../planning/scheduling/busy-feeds/read-busy-feed.ts'),
      import('../../kernel/net/public-request.ts'),
      import('../../kernel/secrets/keys.ts'),
    ]);
    return await readBusyFeed({ ...context, request: publicRequest, keys: getKeys }, ownerId);
  },
  revert: async (context, jobId) => (await import('../change-sets/run-revert.ts')).runRevert(context, jobId),
};

/**
 * The most jobs that a workspace can have: a plan for each member, three for each team, and exports, without those of
 * recurring stories, scheduled updates, news, reversals, rules and busy feeds. Undefined until they are counted.
 */
export async function jobsMax(database: Database, workspaceId: string): Promise<number | undefined> {
  const { members, teams } = (await peekWorkspaceLimits(database, workspaceId)).used;
  return members === undefined || teams === undefined ? undefined : members + 3 * teams + EXPORTS_MAX;
}
