import { randomBytes, randomUUID } from 'node:crypto';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { table } from '../../shared/kernel/db/table.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { dispatchEvents } from '../../shared/projections/events/dispatch-events.ts';
import { deliveriesOf, deliveryIdOf, getQueued } from '../../shared/events/deliveries/delivery-store.ts';
import type { WebhookServices, WakeUp } from '../../shared/events/deliveries/pipeline.ts';
import { sweep } from '../../shared/events/deliveries/sweep.ts';
import { processBatch } from '../../shared/events/deliveries/process-batch.ts';
import { processLane } from '../../shared/events/deliveries/process-lane.ts';
import { retentionMs } from '../../shared/kernel/log/retention.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import type { PublicRequest, PublicResponse } from '../../shared/kernel/net/public-request.ts';
import { putStory } from '../../shared/planning/story/story-store.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { newSigningSecret, encryptSecret } from '../../shared/kernel/secrets/signing-secret.ts';
import { withAddress } from '../../shared/events/webhooks/secret-address.ts';
import { filterOf } from '../../shared/events/webhooks/event-filter.ts';
import { DUE_SHARDS } from '../../shared/events/webhooks/lane-store.ts';
import { eventKinds, type StoredWebhook } from '../../shared/events/webhooks/webhook.ts';
import { getWebhookItem, putWebhook } from '../../shared/events/webhooks/webhook-store.ts';
import { ownTable } from './own-table.ts';
import { databaseOf, type ServiceAddress } from './service.ts';
import { newWorkspace } from './workspace.ts';

/** What a receiver was sent. */
export interface Received {
  url: string;
  id: string;
  headers: Record<string, string>;
  body: string;
  /** How long the request may take, in milliseconds, and how much of its answer is read, in bytes. */
  limits: Pick<PublicRequest, 'timeoutMs' | 'maxResponseBytes'>;
  /** Milliseconds of the pipeline's clock. */
  at: number;
}

type Answer = Partial<PublicResponse> | Error;
type Receiver = (received: Received, count: number) => Answer | Promise<Answer>;

/** When its clock starts. */
const START = Date.parse('2100-01-01T00:00:00.000Z');

const { sortKey, partitionKey } = table.indexes.due;
/** Before the number of a part of the due index. */
const DUE = 'DUE#';

interface Waiting {
  message: WakeUp;
  at: number;
}

/**
 * The webhook path in this process, over a real table, with a clock that is set and a queue and receivers
 * that can fail. Changes are handed to the dispatcher as its stream would.
 */
export async function newPipeline(address?: ServiceAddress) {
  const service = address ?? (await ownTable());
  const place = await newWorkspace(service);
  const database = databaseOf(service);
  const team = await place.team();
  const owner = await place.person('admin', [team]);
  const keyring = 'a key of tests';
  const keys = fixedKeys(keyring);
  const queue: Waiting[] = [];
  const received: Received[] = [];
  let receiver: Receiver = () => ({ status: 200 });
  let now = START;
  let underWay = 0;
  let mostUnderWay = 0;

  const pipeline: WebhookServices = {
    database,
    async send(messages, delaySeconds = 0) {
      queue.push(...messages.map((message) => ({ message, at: now + delaySeconds * 1000 })));
    },
    async request(request) {
      underWay++;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      try {
        const one = toReceived(request, now);
        received.push(one);
        const answer = await receiver(one, received.filter(({ id }) => id === one.id).length);
        if (answer instanceof Error) throw answer;
        return {
          status: 200,
          headers: {},
          body: Buffer.alloc(0),
          truncated: false,
          durationMs: 5,
          address: '',
          ...answer,
        };
      } finally {
        underWay--;
      }
    },
    keys,
    now: () => new Date(now),
    retention: retentionMs(undefined),
    slots: 20,
    randomBytes,
  };

  /** The lanes that are scheduled, by one call, where the sweeper makes one for each part of the index. */
  async function scheduledLanes(): Promise<Item[]> {
    const { Items = [] } = await database.client.call('Scan', {
      TableName: database.tableName,
      IndexName: 'due',
    });
    return (Items as Item[]).filter((item) => String(item[partitionKey]).startsWith(DUE));
  }

  /** When a message or a lane is due next, in milliseconds; the given time if none is before. */
  const nextDue = (lanes: readonly Item[], until: number): number =>
    Math.min(until, ...lanes.map((lane) => Date.parse(String(lane[sortKey]))), ...queue.map(({ at }) => at));

  /** Runs the sweeper on the parts of the index that hold lanes; on each of the others it is a query that finds nothing. */
  async function sweepHeldParts(lanes: readonly Item[]): Promise<number> {
    const parts = new Set(lanes.map((lane) => Number(String(lane[partitionKey]).slice(DUE.length))));
    let woken = 0;
    for (const part of parts) woken += await sweep(pipeline, () => true, { part, of: DUE_SHARDS });
    return woken;
  }

  return {
    service,
    pipeline,
    keyring,
    workspace: place,
    team,
    owner,
    queue,
    received,
    get mostUnderWay() {
      return mostUnderWay;
    },
    clock: {
      now: () => new Date(now),
      advance: (ms: number) => void (now += ms),
    },
    answer: (next: Receiver) => void (receiver = next),

    /** An endpoint; `chatAddress` is the whole address of a chat, which is stored encrypted. */
    async endpoint(fields: Partial<StoredWebhook> = {}, chatAddress?: string) {
      const id = newId(new Date(now));
      const secret = newSigningSecret(randomBytes);
      const createdAt = new Date(now).toISOString();
      const webhook: StoredWebhook = {
        id,
        workspaceId: place.id,
        name: 'Receiver',
        url: `https://${id}.example.net/`,
        status: 'active',
        secretGeneration: 1,
        subscriptionGeneration: 1,
        subscriptions: eventKinds,
        disabledAt: null,
        disabledReason: null,
        createdAt,
        updatedAt: createdAt,
        teamIds: null,
        ownerId: owner.id,
        serviceAccountId: null,
        destination: null,
        payload: 'full',
        ...filterOf({}),
        ...fields,
      };
      const purposeKeys = await keys('webhookSecrets');
      const sealing = { ownerId: id, randomBytes };
      const sealed = encryptSecret(secret, purposeKeys.current, sealing);
      const secrets = withAddress([{ generation: 1, sealed }], chatAddress, {
        keys: purposeKeys,
        ...sealing,
      });
      await commit(database, putWebhook(webhook, secrets));
      return { ...webhook, secret };
    },

    /** The change that the stream delivers for a story that was created. */
    storyCreated(fields: Partial<Story> = {}): ItemChange {
      const createdAt = new Date(now).toISOString();
      const story = {
        id: newId(new Date(now)),
        workspaceId: place.id,
        teamId: team.id,
        title: 'A story',
        statusId: randomUUID(),
        sequenceId: 1,
        labels: [],
        createdAt,
        updatedAt: createdAt,
        archivedAt: null,
        ...fields,
      } as unknown as Story;
      const change = putStory(story);
      const after = 'put' in change ? change.put : undefined;
      return {
        sequenceNumber: randomUUID(),
        at: new Date(now),
        key: { pk: `S#${story.id}`, sk: '-' },
        after: after!,
      };
    },

    /** One created story, dispatched. */
    async happen(): Promise<void> {
      const { retryFrom, unprocessed } = await dispatchEvents(pipeline, [this.storyCreated()]);
      if (retryFrom ?? unprocessed[0]) throw new Error('The dispatcher gave the record back.');
    },

    /**
     * Lets time pass as the schedules would see it: messages when they are due, the sweeper at each step, of a
     * minute; steps at which nothing is due are left out.
     */
    async pass(ms: number, step = 60_000): Promise<void> {
      const begun = now;
      const until = begun + Math.ceil(ms / step) * step;
      while (now < until) {
        const lanes = await scheduledLanes();
        const steps = Math.ceil((nextDue(lanes, until) - begun) / step);
        now = Math.min(until, Math.max(now + step, begun + steps * step));
        await sweepHeldParts(lanes);
        await this.drain();
      }
    },

    /** Hands changes to the dispatcher; returns the first that is to be delivered again, or that it cannot dispatch. */
    async dispatch(
      changes: readonly ItemChange[],
      on: WebhookServices = pipeline,
    ): Promise<ItemChange | undefined> {
      const { retryFrom, unprocessed } = await dispatchEvents(on, changes);
      return retryFrom ?? unprocessed[0]?.change;
    },
    /** Runs the sweeper, over the whole index where a test brings its own services. */
    sweep: async (on?: WebhookServices) => (on ? sweep(on) : sweepHeldParts(await scheduledLanes())),

    /** Works on all messages that are due, also those that the work queues for now; returns how many. */
    async drain(on: WebhookServices = pipeline): Promise<number> {
      let worked = 0;
      for (;;) {
        const due = queue.filter(({ at }) => at <= now);
        if (due.length === 0) return worked;
        for (const waiting of due) queue.splice(queue.indexOf(waiting), 1);
        await Promise.all(due.map(({ message }) => processLane(on, message)));
        worked += due.length;
      }
    },

    /** The same with up to ten messages in an invocation, as the queue hands them to the function. */
    async drainInBatches(on: WebhookServices = pipeline): Promise<void> {
      for (;;) {
        const due = queue.filter(({ at }) => at <= now).slice(0, 10);
        if (due.length === 0) return;
        for (const waiting of due) queue.splice(queue.indexOf(waiting), 1);
        const failed = await processBatch(
          on,
          due.map(({ message }, position) => ({ id: String(position), wakeUp: message })),
        );
        if (failed.length > 0) throw new Error(`${failed.length} messages failed.`);
      }
    },

    async deliveries(webhookId: string) {
      const read = createReader(database);
      const keys = await read.query({ index: 'parent', partition: deliveriesOf(webhookId), limit: 20_000 });
      const found = await Promise.all(keys.map((one) => getQueued(read, deliveryIdOf(one))));
      return found.map((one) => one!.delivery);
    },
    webhook: async (id: string) => (await getWebhookItem(createReader(database), id))!,
  };
}

export type TestPipeline = Awaited<ReturnType<typeof newPipeline>>;

const toReceived = (
  { url, headers, body, timeoutMs, maxResponseBytes }: PublicRequest,
  at: number,
): Received => ({
  limits: { timeoutMs, maxResponseBytes },
  url: url.href,
  id: headers['webhook-id']!,
  headers,
  body: String(body),
  at,
});
