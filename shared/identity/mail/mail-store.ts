import { itemKind } from '../../kernel/db/table.ts';
import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import { isUrgent, mailIdOf, type MailContent, type NewMail } from './mail.ts';

/** Mails, and what was once sent for a reason. */
export const mailKind = itemKind('MAIL#', 'workspace');

/** `sending` until the sender has answered; a mail ends as `sent`, `dropped` or `failed`. */
type MailState = 'queued' | 'sending' | 'sent' | 'dropped' | 'failed';

/** A mail as stored; its content is deleted when it ends, unless it has failed. */
export interface StoredMail {
  id: string;
  state: MailState;
  content: MailContent;
  workspaceId: string | undefined;
  /** ISO 8601, like all times here. */
  createdAt: string;
  expiresAt: string | undefined;
  /** When it is to be sent, or, while `sending`, until when the sender's answer is awaited. */
  dueAt: string;
  attempts: number;
}

/** The retention of a reason: no mail is derived from changes older than this. */
const REASON_RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

/** Index partitions of mails that are due; each takes 1,000 writes a second. Never lower it. */
const DUE_SHARDS = 8;
const shardsOf = (prefix: string): string[] =>
  Array.from({ length: DUE_SHARDS }, (_, number) => `${prefix}${number}`);
const newsShards = shardsOf('MAIL#');
/** Of codes and notices of security, which do not wait behind news. */
const urgentShards = shardsOf('MAIL#urgent#');
const shardOf = (id: string, shards = newsShards): string => shards[Buffer.from(id).at(0)! % DUE_SHARDS]!;

/** Queues a mail, in the transaction that makes its reason. Throws `queued` if one was queued for the reason before. */
export function queueMail(
  { reason, workspaceId, sendAt, expiresAt, ...content }: NewMail,
  now: Date,
  queued: () => Error,
): Change {
  const id = mailIdOf(reason);
  return {
    put: {
      ...mailKind.key(id),
      state: 'queued',
      content: JSON.stringify(content),
      createdAt: now.toISOString(),
      attempts: 0,
      ...(workspaceId === undefined ? {} : { workspaceId }),
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
      inDue: shardOf(id, isUrgent(content) ? urgentShards : newsShards),
      dueAt: (sendAt ?? now).toISOString(),
      ttl: Math.ceil((now.getTime() + REASON_RETENTION_MS) / 1000),
    },
    if: 'absent',
    onConditionFailed: queued,
  };
}

/** Returns a mail that has not ended; undefined for any other. */
export async function getPendingMail(read: Reader, id: string): Promise<StoredMail | undefined> {
  const item = await read.get(mailKind.key(id));
  return item && ['queued', 'sending'].includes(item['state'] as string) ? toMail(item) : undefined;
}

const toMail = (item: Item): StoredMail => ({
  id: mailKind.idOf(item),
  state: item['state'] as MailState,
  content: JSON.parse(item['content'] as string) as MailContent,
  workspaceId: item['workspaceId'] as string | undefined,
  createdAt: item['createdAt'] as string,
  expiresAt: item['expiresAt'] as string | undefined,
  dueAt: item['dueAt'] as string,
  attempts: item['attempts'] as number,
});

/** Claims a mail for one attempt, whose answer is awaited until a time. Throws `taken` if its state has changed. */
export const claimMail = (
  { id, state, dueAt }: StoredMail,
  { holder, until }: { holder: string; until: Date },
  taken: () => Error,
): Change => ({
  update: mailKind.key(id),
  with: { set: { state: 'sending', holder, dueAt: until.toISOString() }, add: { attempts: 1 } },
  if: { equals: { state, dueAt } },
  onConditionFailed: taken,
});

/** Puts a claimed mail back until a time. */
export const postponeMail = (
  id: string,
  { holder, at, error }: { holder: string; at: Date; error: string },
  lost: () => Error,
): Change => ({
  update: mailKind.key(id),
  with: { set: { state: 'queued', dueAt: at.toISOString(), error }, remove: ['holder'] },
  if: { equals: { holder, state: 'sending' } },
  onConditionFailed: lost,
});

const ended = ['inDue', 'dueAt', 'holder', 'content'];

/** Ends a mail without sending it, for a reason of the service's own. */
export const dropMail = (
  { id, state, dueAt }: Pick<StoredMail, 'id' | 'state' | 'dueAt'>,
  why: string,
  changed: () => Error,
): Change => ({
  update: mailKind.key(id),
  with: { set: { state: 'dropped', error: why }, remove: ended },
  if: { equals: { state, dueAt } },
  onConditionFailed: changed,
});

/** Records that the sender has taken a mail; the sender's own word counts whatever was thought before. */
export const endSentMail = (id: string, now: Date, unknown: () => Error): Change => ({
  update: mailKind.key(id),
  with: { set: { state: 'sent', sentAt: now.toISOString() }, remove: [...ended, 'error'] },
  if: 'present',
  onConditionFailed: unknown,
});

/** The due partition of failed mails, by when they failed. */
const FAILED = 'MAIL#failed';

/** Gives a claimed mail up; an operator can queue it again. */
export const failMail = (
  id: string,
  { holder, now, error }: { holder: string; now: Date; error: string },
  lost: () => Error,
): Change => ({
  update: mailKind.key(id),
  with: { set: { state: 'failed', inDue: FAILED, dueAt: now.toISOString(), error }, remove: ['holder'] },
  if: { equals: { holder, state: 'sending' } },
  onConditionFailed: lost,
});

/** Queues a failed mail again, as new. Throws `changed` if it is not failed. */
export const retryMail = (id: string, now: Date, changed: () => Error): Change => ({
  update: mailKind.key(id),
  with: {
    set: { state: 'queued', inDue: shardOf(id), dueAt: now.toISOString(), createdAt: now.toISOString() },
    remove: ['error'],
  },
  if: { equals: { state: 'failed' } },
  onConditionFailed: changed,
});

/**
 * Ids of mails that are due by a time, codes and notices of security first, then the oldest in each part of the index.
 * Eventually consistent.
 */
export async function findDueMails(read: Reader, until: Date, limit: number): Promise<string[]> {
  const upTo = until.toISOString();
  const found = await Promise.all(
    [...urgentShards, ...newsShards].map((partition) => read.query({ index: 'due', partition, upTo, limit })),
  );
  return found.flat().map((item) => mailKind.idOf(item));
}

/** A mail to wake a worker for. A workspace whose news is a backlog does not delay other mail. */
export interface MailToWake {
  id: string;
  /** The workspace that news is sent for; absent for codes and notices of security. */
  newsOf?: string;
}

export const toWake = ({ id, content, workspaceId }: StoredMail): MailToWake =>
  !isUrgent(content) && workspaceId !== undefined ? { id, newsOf: workspaceId } : { id };

/** The same of a mail that was just queued, from its item. */
export const newMailToWake = (item: Item): MailToWake => toWake(toMail(item));

/** Ids of failed mails, oldest first. Eventually consistent. */
export async function findFailedMails(read: Reader, limit: number): Promise<string[]> {
  const found = await read.query({
    index: 'due',
    partition: FAILED,
    ascending: { after: undefined },
    limit,
  });
  return found.map((item) => mailKind.idOf(item));
}
