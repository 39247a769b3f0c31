import { readMembership, type Membership } from '../../kernel/auth/membership-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { WebhookEvent } from '../../kernel/log/event.ts';
import { getWebhookItem, type FoundWebhook } from '../webhooks/webhook-store.ts';
import { getQueued, type QueuedDelivery } from './delivery-store.ts';
import { getEvents } from './event-store.ts';
import type { WebhookServices } from './pipeline.ts';
import type { RecentReads } from './recent-reads.ts';

/** The maximum age of the data that decides whether a delivery may be sent, in milliseconds. */
export const READ_MAX_AGE_MS = 1_000;

/** The number of deliveries that are read together: initially, and at most. */
const FIRST_GROUP = 4;
const GROUP_MAX = 20;

/** The data that decides whether a delivery may be sent. */
interface Situation {
  queued: QueuedDelivery;
  /** Undefined if the endpoint was deleted. */
  found: FoundWebhook | undefined;
  /** Undefined once it has expired. */
  event: WebhookEvent | undefined;
  /** The endpoint's owner; undefined if there is no such member. */
  owner: Membership | undefined;
  read: Reader;
}

/** Reads the situations of one endpoint's deliveries, most of them in advance. */
export interface ReadAhead {
  /** Sets the deliveries that will be sent next, in order. */
  plan: (ids: readonly string[]) => void;
  /** The situation of a delivery, read at most a second ago; undefined if there is no such delivery. */
  situationOf: (id: string) => Promise<Situation | undefined>;
  /** The situations of up to 20 deliveries that are planned after one. */
  following: (id: string) => Promise<Situation[]>;
  /** Discards what was read of deliveries that were sent with another. */
  drop: (ids: readonly string[]) => void;
  /** Discards the data that was read, since an attempt has changed it. */
  forget: () => void;
}

/**
 * Reads deliveries in groups, each with its endpoint, owner and events in two strongly consistent batches, of which
 * `recent` may know what another lane has just read. A group is as large as what its lane sends within a second: up to
 * twice as many as were sent of the last one.
 */
export function createReadAhead(
  { now }: Pick<WebhookServices, 'now'>,
  webhookId: string,
  recent: RecentReads,
): ReadAhead {
  let planned: readonly string[] = [];
  let size = FIRST_GROUP;
  let used = 0;
  let group: { at: number; situations: Map<string, Situation | undefined> } | undefined;

  async function readGroup(
    ids: readonly string[],
    { read, shared }: { read: Reader; shared: Reader },
  ): Promise<Map<string, Situation | undefined>> {
    const [found, ...deliveries] = await Promise.all([
      getWebhookItem(shared, webhookId),
      ...ids.map((id) => getQueued(read, id)),
    ]);
    const isActive = found?.webhook.status === 'active';
    const sendable = isActive ? deliveries.filter((queued) => queued !== undefined) : [];
    const [owner, events] = await Promise.all([
      isActive ? readMembership(shared, found.webhook.workspaceId, found.webhook.ownerId) : undefined,
      getEvents(
        shared,
        sendable.map(({ delivery, position }) => ({ eventId: delivery.eventId, position })),
      ),
    ]);
    return new Map(
      ids.map((id, n) => {
        const queued = deliveries[n];
        return [id, queued && { queued, found, event: events.get(queued.delivery.eventId), owner, read }];
      }),
    );
  }

  return {
    plan: (ids) => void (planned = ids),
    async situationOf(id) {
      const at = now().getTime();
      if (!group?.situations.has(id) || at - group.at > READ_MAX_AGE_MS) {
        if (used > 0) size = Math.min(2 * used, GROUP_MAX);
        used = 0;
        const start = Math.max(planned.indexOf(id), 0);
        const ids = [...new Set([id, ...planned.slice(start, start + size)])];
        const opened = recent.open();
        group = { at: opened.at, situations: await readGroup(ids, opened) };
      }
      used++;
      return group.situations.get(id);
    },
    async following(id) {
      const start = planned.indexOf(id) + 1;
      const ids = start === 0 ? [] : planned.slice(start, start + GROUP_MAX);
      const known = group?.situations ?? new Map<string, Situation | undefined>();
      const unread = ids.filter((one) => !known.has(one));
      if (unread.length > 0)
        for (const [one, situation] of await readGroup(unread, recent.open())) known.set(one, situation);
      return ids.flatMap((one) => known.get(one) ?? []);
    },
    drop: (ids) => ids.forEach((id) => group?.situations.delete(id)),
    forget() {
      recent.forget();
      group = undefined;
      used = 0;
    },
  };
}
