import { WORKER_TIMEOUT } from '../../../infra/constructs/worker-function.ts';
import { slotsOf } from '../../../infra/constructs/slots.ts';
import { EXPANSION_CONCURRENCY, RECIPIENTS_AT_ONCE } from '../../../shared/events/deliveries/fan-out.ts';
import { DEFERRAL_SECONDS, DELIVERY_TIME_MS } from '../../../shared/events/deliveries/process-lane.ts';
import { LANES } from '../../../shared/events/webhooks/lane.ts';
import { seededRandom } from '../../support/random.ts';
import { Clockwork, percentile } from './clockwork.ts';
import { Queue, type Message } from './queue.ts';

export interface DeliveryLoad {
  seed: number;
  seconds: number;
  webhookConcurrency: number;
  isHostile: boolean;
  /** What protects the others; each can be left out to see what it does. */
  hasSlots: boolean;
  isFair: boolean;
  isExpandedApart: boolean;
}

/** How long a call of DynamoDB or SQS takes, as in `npm run cost`. */
const CALL_MS = 5;
/** The hostile tenant, and how many quiet ones there are. */
const HOSTILE = 0;
export const QUIET_TENANTS = 100;
const HOSTILE_ENDPOINTS = 1_000;
const HOSTILE_ANSWER_MS = 14_000;
/** Changes a second: what one workspace can create in bulk. 100,000 of them take 100 seconds. */
const HOSTILE_CHANGES = 1_000;
const HOSTILE_CHANGES_MAX = 100_000;
const QUIET_ANSWER_MS = 200;
/** Between two changes of a quiet tenant, on average. */
const QUIET_PAUSE_MS = 2_000;
/** A table of 4,000 write units a second has four shards; the dispatcher has four executions for each (infra/webhook-stack.ts). */
const STREAM_WORKERS = 16;
const STREAM_BATCH = 100;
/** Lambda asks an idle shard four times a second. */
const POLL_MS = 250;
const EVENTS_PER_ENTRY = 25;
const WRITES_AT_ONCE = 50;
const LANES_PER_INVOCATION = 10;
const SWEEP_MS = 60_000;

interface Lane {
  tenant: number;
  isExpansion: boolean;
  /** When each event that waits happened. */
  pending: number[];
  isLeased: boolean;
}

/** How long the changes of quiet tenants take to reach their receivers, and what the hostile one holds. */
interface DeliveryOutcome {
  p50: number;
  p99: number;
  /** Those that have not been sent when the time is over, which count with the time they have waited. */
  unsent: number;
  hostileLanesMost: number;
}

/**
 * Simulates the webhook path with its own constants: stream, dispatcher, queue, lanes, slots and expansion; receivers
 * and calls take fixed times. A hostile tenant has 1,000 endpoints of 14 s and makes 100,000 changes.
 */
export async function simulateDeliveries(load: DeliveryLoad): Promise<DeliveryOutcome> {
  const clock = new Clockwork();
  const random = seededRandom(load.seed);
  const queue = new Queue(load.isFair);
  const slotCount = slotsOf(load.webhookConcurrency);
  const slots = new Set<number>();
  const lanes = new Map<string, Lane>();
  const latencies: number[] = [];
  let invocations = 0;
  let hostileLanes = 0;
  let hostileLanesMost = 0;
  let hostileLogFree = 0;

  const laneOf = (tenant: number, name: string, isExpansion = false): Lane => {
    const lane = lanes.get(name) ?? { tenant, isExpansion, pending: [], isLeased: false };
    lanes.set(name, lane);
    return lane;
  };
  const wake = (message: Message) => {
    queue.send(message);
    invoke();
  };

  /** Puts an event into the lane of each of the hostile tenant's endpoints. */
  const expand = (at: number) => {
    const number = Math.floor(random() * LANES);
    for (let endpoint = 0; endpoint < HOSTILE_ENDPOINTS; endpoint++) {
      const lane = `hostile ${endpoint} ${number}`;
      laneOf(HOSTILE, lane).pending.push(at);
      wake({ tenant: HOSTILE, lane, isNamed: true, deferred: 0 });
    }
  };

  /** Works on a lane until it is empty or the invocation's time is over; `then` when it is released. */
  const workOn = (lane: Lane, begun: number, then: () => void): void => {
    const left = WORKER_TIMEOUT.toMilliseconds() - (clock.now - begun);
    const at = left >= DELIVERY_TIME_MS ? lane.pending.shift() : undefined;
    if (at === undefined) return then();
    if (lane.isExpansion) {
      const writes = 2 * HOSTILE_ENDPOINTS;
      clock.after(CALL_MS * (2 + writes / EXPANSION_CONCURRENCY), () => {
        expand(at);
        workOn(lane, begun, then);
      });
      return;
    }
    // Delivery, endpoint, event and owner are read before it is sent; the outcome is written after it.
    if (lane.tenant !== HOSTILE) latencies.push(clock.now + 3 * CALL_MS - at);
    const answer = lane.tenant === HOSTILE ? HOSTILE_ANSWER_MS : QUIET_ANSWER_MS;
    clock.after(5 * CALL_MS + answer, () => workOn(lane, begun, then));
  };

  const defer = (message: Message, then: () => void) => {
    const seconds = DEFERRAL_SECONDS[message.deferred];
    if (message.isNamed && seconds !== undefined)
      clock.after(seconds * 1_000, () => wake({ ...message, deferred: message.deferred + 1 }));
    then();
  };

  const process = (message: Message, then: () => void) => {
    const lane = lanes.get(message.lane)!;
    const begun = clock.now;
    clock.after(CALL_MS, () => {
      if (lane.isLeased) return defer(message, then);
      const isBounded = load.hasSlots && lane.tenant === HOSTILE;
      const first = Math.floor(random() * slotCount);
      const free = () => Array.from({ length: slotCount }, (_, n) => n).find((number) => !slots.has(number));
      const slot = isBounded ? (slots.has(first) ? free() : first) : -1;
      // A slot that is leased already, a read of the others, and one that is free.
      const calls = isBounded ? (slot === first ? 1 : slot === undefined ? 2 : 3) : 0;
      if (slot === undefined) return clock.after(CALL_MS * calls, () => defer(message, then));
      lane.isLeased = true;
      if (isBounded) slots.add(slot);
      if (lane.tenant === HOSTILE) hostileLanesMost = Math.max(hostileLanesMost, ++hostileLanes);
      clock.after(CALL_MS * calls, () =>
        workOn(lane, begun, () =>
          clock.after(2 * CALL_MS, () => {
            lane.isLeased = false;
            slots.delete(slot);
            if (lane.tenant === HOSTILE) hostileLanes--;
            if (lane.pending.length > 0) wake({ ...message, isNamed: false, deferred: 0 });
            then();
          }),
        ),
      );
    });
  };

  const invoke = () => {
    while (invocations < load.webhookConcurrency && queue.size > 0) {
      const messages = queue.receive(LANES_PER_INVOCATION);
      invocations++;
      let open = messages.length;
      for (const message of messages)
        process(message, () => {
          if (--open > 0) return;
          invocations--;
          queue.done(messages);
          invoke();
        });
    }
  };

  /** How long a batch takes the dispatcher, and what it wakes when it is through. */
  const dispatch = (records: readonly { tenant: number; at: number }[]): number => {
    const hostile = records.filter(({ tenant }) => tenant === HOSTILE);
    // The entries of one log are written one after another, whoever writes them.
    const entries = Math.ceil(hostile.length / EVENTS_PER_ENTRY);
    hostileLogFree = Math.max(hostileLogFree, clock.now + 2 * CALL_MS) + entries * CALL_MS;
    const logged = Math.max(clock.now + 3 * CALL_MS, entries > 0 ? hostileLogFree : 0);
    const isApart = load.isExpandedApart && HOSTILE_ENDPOINTS > RECIPIENTS_AT_ONCE;
    const writes = records.length - hostile.length + hostile.length * (isApart ? 1 : 2 * HOSTILE_ENDPOINTS);
    const through = logged + CALL_MS * (2 + writes / WRITES_AT_ONCE);
    clock.at(through, () => {
      for (const { tenant, at } of records) {
        if (tenant === HOSTILE && !isApart) expand(at);
        else {
          const isExpansion = tenant === HOSTILE;
          const name = isExpansion ? 'expansion' : `${tenant} ${Math.floor(random() * LANES)}`;
          laneOf(tenant, name, isExpansion).pending.push(at);
          wake({ tenant, lane: name, isNamed: true, deferred: 0 });
        }
      }
    });
    return through;
  };

  const stream = Array.from({ length: STREAM_WORKERS }, () => ({
    records: [] as { tenant: number; at: number }[],
    isBusy: false,
  }));
  const change = (tenant: number) => {
    const worker = stream[Math.floor(random() * STREAM_WORKERS)]!;
    worker.records.push({ tenant, at: clock.now });
    if (worker.isBusy) return;
    worker.isBusy = true;
    const next = () => {
      const batch = worker.records.splice(0, STREAM_BATCH);
      if (batch.length === 0) return void (worker.isBusy = false);
      clock.at(dispatch(batch), next);
    };
    clock.after(random() * POLL_MS, next);
  };

  const end = load.seconds * 1_000;
  for (let tenant = 1; tenant <= QUIET_TENANTS; tenant++) {
    let at = 0;
    for (;;) {
      at += -Math.log(1 - random()) * QUIET_PAUSE_MS;
      if (at >= end) break;
      clock.at(at, () => change(tenant));
    }
  }
  const hostileChanges = load.isHostile ? Math.min(HOSTILE_CHANGES_MAX, load.seconds * HOSTILE_CHANGES) : 0;
  for (let n = 0; n < hostileChanges; n++) clock.at((n / HOSTILE_CHANGES) * 1_000, () => change(HOSTILE));
  for (let at = SWEEP_MS; at < end; at += SWEEP_MS)
    clock.at(at, () => {
      for (const [lane, { tenant, pending, isLeased }] of lanes)
        if (pending.length > 0 && !isLeased) wake({ tenant, lane, isNamed: false, deferred: 0 });
    });
  await clock.runUntil(end);

  const waiting = [...lanes.values()]
    .filter(({ tenant }) => tenant !== HOSTILE)
    .flatMap(({ pending }) => pending);
  const undispatched = stream.flatMap(({ records }) => records.filter(({ tenant }) => tenant !== HOSTILE));
  // What has just happened is not late yet.
  const late = [...waiting, ...undispatched.map(({ at }) => at)].filter((at) => end - at > 2_000);
  const all = [...latencies, ...late.map((at) => end - at)];
  return { p50: percentile(all, 0.5), p99: percentile(all, 0.99), unsent: late.length, hostileLanesMost };
}
