import { writeConflict } from '../../kernel/core/errors.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { createJob, getJobData, putJobData, type Job } from '../../kernel/jobs/job-store.ts';
import type { JobContext } from '../../kernel/jobs/run-job.ts';
import { readFollowers, type Followed, type FollowerPosition } from '../../feedback/items/followers.ts';
import { inEnglish } from '../../identity/mail/in-english.ts';
import { subscriberPages, userOfSubscriber } from '../../feedback/portal/subscriber-store.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { publicPortal, queueFollowerMail, type News } from './follower-mail.ts';

/** Followers whose mails are queued between two records of the progress. */
const PAGE = 200;
/** Pages of one run of the job; then workers serve other workspaces in between. */
const PAGES_PER_RUN = 10;

/** News for all who follow some items of a portal, or who subscribed to its updates. */
export interface FollowerNews extends Pick<News, 'reason' | 'title' | 'body' | 'messages' | 'ideas'> {
  portalId: string;
  followed: readonly Followed[] | 'subscribers';
  /** Who caused it, and is not notified. */
  exceptUserId?: string | undefined;
}

/** The data of the job that notifies the followers of a piece of news, after those whom the projector has notified. */
interface Progress {
  news: FollowerNews;
  position: FollowerPosition;
}

/**
 * Notifies the first followers of a piece of news at once, and has a job notify the others in steps. A repeat does no harm:
 * each person gets one mail for a reason.
 */
export async function sendNews(context: JobContext, portal: Portal, news: FollowerNews): Promise<void> {
  const position = await queuePage(context, portal, news, undefined);
  if (position === undefined) return;
  const job: Job = {
    name: 'tell_followers',
    ownerId: jobOwner(news),
    workspaceId: portal.workspaceId,
  };
  const data: Progress = { news: await storedNews(news), position };
  const dueAt = context.now.toISOString();
  await tryCommit(context.database, [createJob(job, dueAt, JSON.stringify(data), writeConflict)]);
}

/** Subscribers are notified by a job of their own. */
const jobOwner = ({ reason, followed }: FollowerNews): string =>
  [...reason, ...(followed === 'subscribers' ? [followed] : [])].join('#');

/** News as a release reads it that knows no messages of texts. */
async function storedNews({ title, body, messages, ...news }: FollowerNews): Promise<FollowerNews> {
  const texts = { subject: title, body: { ...body, title }, ...(messages && { messages }) };
  const { body: stored, ...others } = await inEnglish(texts);
  return {
    ...news,
    title: stored.title,
    body: stored,
    ...(others.messages && { messages: others.messages }),
  };
}

/** Queues the mails of a page; returns where the next one begins. */
async function queuePage(
  context: JobContext,
  portal: Portal,
  { followed, portalId: _, exceptUserId, ...news }: FollowerNews,
  from: FollowerPosition | undefined,
): Promise<FollowerPosition | undefined> {
  const { workspaceId } = portal;
  const read = createReader(context.database);
  const { readers, next } =
    followed === 'subscribers'
      ? await readSubscribers(read, portal.id, from)
      : await readFollowers(read, { workspaceId, followed }, from, PAGE);
  const others = new Map([...readers].filter(([userId]) => userId !== exceptUserId));
  await queueFollowerMail(context, { ...news, portal, readers: others });
  return next;
}

/** Returns a page of the subscribers of a portal, none of whom can reply about an idea. */
async function readSubscribers(read: Reader, portalId: string, from: FollowerPosition | undefined) {
  const pages = subscriberPages(read, portalId, { after: from?.after, limit: PAGE });
  const { value } = (await pages.next()) as IteratorResult<Item[], undefined>;
  const page = value ?? [];
  const users = page.map(userOfSubscriber);
  return {
    readers: new Map<string, string | undefined>(users.map((userId) => [userId, undefined])),
    next: users.length < PAGE ? undefined : { item: 0, source: 0, after: users.at(-1) },
  };
}

/**
 * Notifies further followers of a piece of news, and records after each page how far it came, so that a worker after a crash
 * goes on from there. Returns when to go on; undefined when all are notified, or the portal is no longer public.
 */
export async function sendFurtherNews(context: JobContext, ownerId: string): Promise<Date | undefined> {
  const job: Job = { name: 'tell_followers', ownerId };
  for (let page = 0; page < PAGES_PER_RUN; page++) {
    const read = createReader(context.database);
    const data = await getJobData(read, job);
    if (data === undefined) return undefined;
    const { news, position } = JSON.parse(data) as Progress;
    const portal = await publicPortal(read, news.portalId);
    const next = portal && (await queuePage(context, portal, news, position));
    if (!next) return undefined;
    const progress: Progress = { news, position: next };
    // Another worker, which this one has outlived its lease for, goes on.
    if (
      !(await tryCommit(context.database, [putJobData(job, JSON.stringify(progress), data, writeConflict)]))
    )
      return context.now;
  }
  return context.now;
}
