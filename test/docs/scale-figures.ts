import { slotsOf } from '../../infra/constructs/slots.ts';
import { BULK_ITEMS_PER_REQUEST, WINDOW_SECONDS } from '../../shared/kernel/api/limits/rate-limits.ts';
import { BULK_MAX_ITEMS } from '../../shared/kernel/api/bulk/bulk-operation.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../shared/events/deliveries/attempt.ts';
import { STORIES_PER_TRANSACTION } from '../../shared/projections/story-counts/update-story-counts.ts';
import { DUE_SHARDS } from '../../shared/events/webhooks/lane-store.ts';
import { production as productionConfig } from '../infra/production.ts';
import { listPrices } from '../bench/prices.ts';

/** AWS's limits on one partition of a table or an index, in units a second. */
const WRITES_PER_PARTITION = 1_000;
const READS_PER_PARTITION = 3_000;
/** Messages of the queue in one invocation of the delivery function (infra/webhook-stack.ts). */
const LANES_PER_INVOCATION = 10;
/** What a wake-up writes to the due index: it is put, moved and removed. */
const DUE_WRITES_PER_WAKE_UP = 4;

/** The team of the section about one team with 10 million stories. */
const LARGE_TEAM = 10_000_000;
/** A recount reads each story and its ledger entry, strongly consistent. */
const READS_PER_RECOUNTED_STORY = 2;

const production = productionConfig();

const bulkStories = (): number =>
  (production.rateLimits.workspace / (BULK_MAX_ITEMS / BULK_ITEMS_PER_REQUEST)) * BULK_MAX_ITEMS;

/** The figures of the section about one team with 10 million stories. */
export function largeTeamFigures(): Record<string, string> {
  const readUnits = LARGE_TEAM * READS_PER_RECOUNTED_STORY;
  return shown({
    'Minutes in which its workspace creates them in bulk, over several teams': Math.round(
      LARGE_TEAM / bulkStories(),
    ),
    'Read units of a recount': readUnits,
    'US dollars of a recount’s reads': (readUnits / 1e6) * listPrices.perMillionReadUnits,
    'Transactions that count all of them again': LARGE_TEAM / STORIES_PER_TRANSACTION,
  });
}

/** The figures of docs/scale.md's first section, as they stand there, from the constants that bring them about. */
export function scaleFigures(): Record<string, string> {
  const { throttle, rateLimits, webhookConcurrency } = production;
  const perSecond = rateLimits.workspace / WINDOW_SECONDS;
  const lanes = webhookConcurrency * LANES_PER_INVOCATION;
  return shown({
    'Requests a second of the whole service (`throttle.rate`)': throttle.rate,
    'Requests a second of one workspace (`rateLimits.workspace`)': perSecond,
    'Stories a minute that one workspace can create in bulk': bulkStories(),
    'Stories a second that one team can create': WRITES_PER_PARTITION,
    'Stories a second that one workspace can create': READS_PER_PARTITION,
    'Lanes at work at once (`webhookConcurrency`)': lanes,
    'Lanes of one workspace at work at once (slots)': slotsOf(webhookConcurrency),
    'Deliveries a second to receivers that take 50 ms': lanes / 0.05,
    'Deliveries a second to receivers that run into the timeout': Math.floor(
      lanes / (ATTEMPT_TIMEOUT_MS / 1_000),
    ),
    'Wake-ups a second of lanes': (DUE_SHARDS * WRITES_PER_PARTITION) / DUE_WRITES_PER_WAKE_UP,
  });
}

const shown = (figures: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, figure.toLocaleString('en')]));
