import { createHash } from 'node:crypto';
import type { NewsKind } from '../../identity/mail/news-kind.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import { systemClock, type Clock } from '../../kernel/core/clock.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import {
  NOTIFICATIONS_OF_ACTOR_MAX,
  NOTIFICATIONS_OF_DAY_MAX,
  type StoredNotification,
} from './notification.ts';
import {
  getNotifiedDay,
  putNotification,
  type NotificationOwner,
  type NotifiedDay,
} from './notification-store.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';

/** Something that a person is notified of. */
export interface News {
  kind: NewsKind;
  /** The reason, for which each person is notified once. */
  reason: readonly string[];
  /** When it happened, in ISO 8601: the same for the same reason. */
  at: string;
  /** Who caused it. */
  actor: Actor;
  about: { storyId: string } | { objectiveId: string };
  source?: NonNullable<StoredNotification['source']>;
}

/** Characters of a reason's hash: two of a person's reasons in a day are never the same in 66 bits. */
const HASH_CHARACTERS = 11;

const hashOf = (reason: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(reason)).digest('base64url').slice(0, HASH_CHARACTERS);

/**
 * Adds a notification, unless there was one for the reason, or there have been as many of that day as a person gets. The
 * reasons of the day are written with it, so that records that come twice or in another order make one. Its time is that
 * of its writing, not of its record's batch: otherwise it could be read unseen, by who has read all up to a later one.
 */
export async function addNotification(
  { database }: Pick<ProjectionContext, 'database'>,
  owner: NotificationOwner,
  news: News,
  clock: Clock = systemClock,
): Promise<void> {
  const day = news.at.slice(0, 10);
  await retryOnConflict(async () => {
    const previous = await getNotifiedDay(createReader(database), owner, day);
    const next = dayWith(previous, news);
    if (!next) return;
    const now = clock();
    const notification = notificationOf(owner, news, now);
    await commit(
      database,
      putNotification(owner, notification, { day, notified: next, previous, now }, writeConflict),
    );
  }, orRedeliver('A notification kept meeting others.'));
}

/** The notified day with one more; undefined if it had that already, or is full. */
function dayWith({ reasons, byActor }: NotifiedDay, { reason, actor }: News): NotifiedDay | undefined {
  const hash = hashOf(reason);
  const causer = actor.id ?? actor.kind;
  const caused = byActor[causer] ?? 0;
  if (reasons.includes(hash)) return undefined;
  if (reasons.length >= NOTIFICATIONS_OF_DAY_MAX || caused >= NOTIFICATIONS_OF_ACTOR_MAX) return undefined;
  return { reasons: [...reasons, hash], byActor: { ...byActor, [causer]: caused + 1 } };
}

const notificationOf = (
  { workspaceId }: NotificationOwner,
  { kind, actor, about, source }: News,
  now: Date,
): StoredNotification => ({
  id: newId(now),
  workspaceId,
  kind,
  source: source ?? null,
  actor,
  createdAt: now.toISOString(),
  storyId: null,
  objectiveId: null,
  ...about,
});
