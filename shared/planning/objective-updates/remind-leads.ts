import { mailText } from '../../identity/mail/mail-text.ts';
import pLimit from 'p-limit';
import type { Reader } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { automation } from '../../kernel/core/actor.ts';
import { getMemberItem, toMembership } from '../../kernel/auth/membership-store.ts';
import type { JobContext } from '../../kernel/jobs/run-job.ts';
import type { NotifierContext } from '../news/notifier-context.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { getTeamItem, toTeam } from '../../identity/team/team-store.ts';
import { objectivesOf, toObjective } from '../objective/objective-store.ts';
import type { StoredObjective } from '../objective/objective.ts';
import { findLatestUpdate } from './objective-update-store.ts';
import { reachableMember, type ReachableMember } from '../news/team-members.ts';
import { deliverNews } from '../news/deliver-news.ts';

/** The most objectives of a team whose leads are reminded, public and private ones each. */
const OBJECTIVES_MAX = 1_000;

/** Objectives that are looked at concurrently. */
const AT_ONCE = 20;

/** What a job has, and what queues mail. */
type RemindLeadsContext = JobContext & Pick<NotifierContext, 'queueUserMail'>;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reminds the leads of a team's objectives whose newest update is older than the team wants, once for each such time that
 * has passed without one; after an outage, only for the last. Returns when to look again, at most a day later, since
 * objectives are added meanwhile; undefined for a team that wants no reminders.
 */
export async function remindLeads(context: RemindLeadsContext, teamId: string): Promise<Date | undefined> {
  const read = createReader(context.database);
  const team = await getTeamItem(read, teamId);
  const days = team && toTeam(team).updateEveryDays;
  if (!days) return undefined;
  const limit = pLimit(AT_ONCE);
  const open = await openObjectives(read, teamId);
  const dues = await Promise.all(
    open.map((objective) => limit(() => remindLead(context, read, objective, days))),
  );
  return new Date(Math.min(context.now.getTime() + DAY_MS, ...dues));
}

/** The objectives of a team that are neither completed nor cancelled. */
async function openObjectives(read: Reader, teamId: string): Promise<StoredObjective[]> {
  const found = await Promise.all(
    objectivesOf(teamId).map((partition) => read.query({ index: 'list', partition, limit: OBJECTIVES_MAX })),
  );
  const objectives = found.flat().map(toObjective);
  const categories = await getStatusCategories(
    read,
    objectives.map(({ statusId }) => statusId),
  );
  return objectives.filter(({ statusId }) => !isOver.has(categories.get(statusId)!));
}

const isOver: ReadonlySet<string> = new Set(['completed', 'cancelled']);

/** Reminds the lead of an objective if an update is due. Returns when the next one is due, in milliseconds. */
async function remindLead(
  context: RemindLeadsContext,
  read: Reader,
  objective: StoredObjective,
  days: number,
): Promise<number> {
  const latest = await findLatestUpdate(read, objective.id);
  const since = Math.max(
    Date.parse(latest?.createdAt ?? objective.createdAt),
    Date.parse(objective.startDate ?? objective.createdAt),
  );
  const spanMs = days * DAY_MS;
  const missed = Math.floor((context.now.getTime() - since) / spanMs);
  const nextAt = since + Math.max(1, missed + 1) * spanMs;
  if (missed < 1) return nextAt;
  const lead = await findLead(read, objective);
  if (!lead) return nextAt;
  const { id, name, workspaceId, teamId } = objective;
  await deliverNews(context, {
    workspaceId,
    teamId,
    kind: 'update_due',
    reason: ['objective update due', id, String(days), new Date(since).toISOString(), String(missed)],
    at: new Date(since + missed * spanMs).toISOString(),
    actor: automation,
    about: { objectiveId: id },
    members: [lead],
    mail: {
      title: mailText('objective.due', { objective: name }),
      paragraphs: [
        latest ? mailText('objective.old', { count: missed * days }) : mailText('objective.first'),
      ],
      footer: mailText('objective.dueFooter', { count: days }),
      expiresAt: new Date(nextAt),
    },
  });
  return nextAt;
}

/**
 * The lead of an objective or, where it has none, its creator, if they are still in the team; undefined for a service
 * account.
 */
async function findLead(
  read: Reader,
  { workspaceId, teamId, leadUserId, createdBy }: StoredObjective,
): Promise<ReachableMember | undefined> {
  const item = await getMemberItem(read, workspaceId, leadUserId ?? createdBy);
  return item && toMembership(item).teamIds.has(teamId) ? reachableMember(item) : undefined;
}
