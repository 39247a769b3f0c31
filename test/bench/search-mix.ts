import { modelLimits, STORAGE_MIN_MB } from '../../shared/kernel/read-model/model-cache.ts';
import { changesWorthSnapshot, READ_MIN } from '../../shared/kernel/read-model/snapshots.ts';
import { production } from '../infra/production.ts';
import { seededRandom } from '../support/random.ts';
import { listPrices } from './prices.ts';
import { quantile, sum } from './statistics.ts';

const WORKSPACES = 10_000;
const SANDBOXES = 50;
/** How often a workspace searches falls with its rank to this power. */
const ZIPF_EXPONENT = 1;

/** Bytes of a model's file: of its tables, and of each document. */
const EMPTY_BYTES = 150_000;
const DOCUMENT_BYTES = 1_100;
/** Bytes of a document in the table, and what DynamoDB reads for a unit at eventual consistency. */
const ITEM_BYTES = 1_000;
const UNIT_BYTES = 8_192;
/** Documents that the first build reads at once. */
const STEP = 200;
/** The share of a model that its snapshot is. */
const PACKED_SHARE = 0.3;

/** Assumed milliseconds of AWS, and of a core: a query, a snapshot's first byte, a megabyte of it, and what is computed. */
const MS = {
  warm: 12,
  query: 8,
  snapshot: 35,
  perPackedMegabyte: 12,
  perUnpackedMegabyte: 3,
  perBuiltDocument: 0.3,
};
/** US dollars for a million requests to S3. */
const S3 = { get: 0.4, put: 5 };
/** Changes of a model for each search of it. */
const CHANGES_PER_SEARCH = 0.5;

/** How sandboxes treat models. */
interface ModelPolicy {
  /** Models that stay open in a sandbox, and room for files in MiB. */
  models: number;
  storageMb: number;
  /** Documents from which a model has a snapshot. */
  snapshotFrom: number;
}

interface SearchMixLoad {
  seed: number;
  searches: number;
  policy: ModelPolicy;
}

interface SearchMixOutcome {
  /** The share of searches that open a model at least. */
  cold: number;
  p50: number;
  p99: number;
  /** US dollars for a million searches, of what opening models costs beyond a search whose models are open. */
  dollars: number;
}

/** What production does, and what it would be without each of what makes opening models cheap. */
export function searchPolicies(): Record<string, ModelPolicy> {
  const { modelStorage: storageMb } = production();
  const { models } = modelLimits(storageMb);
  const today = { models, storageMb, snapshotFrom: READ_MIN };
  return {
    'as deployed': today,
    'with half as many open models': { ...today, models: models / 2, storageMb: STORAGE_MIN_MB },
    'with snapshots from 1,000 documents only': { ...today, snapshotFrom: 1_000 },
  };
}

/** The numbers of documents of a workspace's models: of each team stories, comments and objectives, and of a portal. */
function newWorkspace(random: () => number): readonly number[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const teams = 1 + Math.floor(random() ** 2 * 8);
  const ofTeams = Array.from({ length: teams }, () => {
    const stories = Math.min(50_000, Math.round(300 * Math.exp(1.3 * normal())));
    return [stories, stories * 2, Math.ceil(stories / 40)];
  });
  return [...ofTeams.flat(), 40];
}

/** What opening a model costs: milliseconds of waiting and of computing, and US dollars apart from Lambda's. */
function openingOf(documents: number, { snapshotFrom }: ModelPolicy) {
  if (documents >= snapshotFrom) {
    const megabytes = bytesOf(documents) / 1e6;
    const waiting = MS.snapshot + megabytes * PACKED_SHARE * MS.perPackedMegabyte;
    return { waiting, computing: megabytes * MS.perUnpackedMegabyte, dollars: S3.get / 1e6 };
  }
  const units = Math.ceil((documents * ITEM_BYTES) / UNIT_BYTES);
  return {
    waiting: Math.ceil((documents + 1) / STEP) * MS.query,
    computing: documents * MS.perBuiltDocument,
    dollars: (units * listPrices.perMillionReadUnits) / 1e6,
  };
}

const bytesOf = (documents: number): number => EMPTY_BYTES + documents * DOCUMENT_BYTES;

/**
 * Simulates searches of whole workspaces, each in a sandbox by chance, as Lambda chooses them. What a sandbox has open is
 * decided by the product's limits.
 */
export function simulateSearchMix({ seed, searches, policy }: SearchMixLoad): SearchMixOutcome {
  const random = seededRandom(seed);
  const workspaces = Array.from({ length: WORKSPACES }, () => newWorkspace(random));
  const ranks = cumulative(workspaces.map((_, rank) => 1 / (rank + 1) ** ZIPF_EXPONENT));
  const { functionMemory } = production();
  const { bytes } = modelLimits(policy.storageMb);
  const sandboxes = Array.from({ length: SANDBOXES }, () => new Sandbox({ models: policy.models, bytes }));
  const latencies = new Float64Array(searches);
  let cold = 0;
  let dollars = 0;
  const search = (workspace: number, open: Sandbox): number => {
    const openings = workspaces[workspace]!.flatMap((documents, model) => {
      const key = `${workspace} ${model}`;
      if (policy.snapshotFrom <= documents)
        dollars += (CHANGES_PER_SEARCH * S3.put) / 1e6 / changesWorthSnapshot(documents);
      return open.use(key, bytesOf(documents)) ? [] : openingOf(documents, policy);
    });
    open.evict();
    if (openings.length > 0) cold += 1;
    const computing = sum(openings.map((opening) => opening.computing));
    const ms = Math.max(0, ...openings.map(({ waiting }) => waiting)) + computing;
    dollars += sum(openings.map((opening) => opening.dollars));
    dollars += (ms / 1000) * (functionMemory / 1_024) * listPrices.perGigabyteSecond;
    return MS.warm + ms;
  };
  // Half of the searches fill the sandboxes, and are not counted.
  for (let number = -searches; number < searches; number++) {
    if (number === 0) [cold, dollars] = [0, 0];
    const ms = search(placeIn(ranks, random()), sandboxes[Math.floor(random() * SANDBOXES)]!);
    if (number >= 0) latencies[number] = ms;
  }
  return {
    cold: cold / searches,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    dollars: (dollars / searches) * 1e6,
  };
}

/** The models that a sandbox has open, the one used least recently first. */
class Sandbox {
  readonly #open = new Map<string, number>();
  readonly #limits: { models: number; bytes: number };
  #bytes = 0;

  constructor(limits: { models: number; bytes: number }) {
    this.#limits = limits;
  }

  /** Opens a model; returns whether it was open. */
  use(key: string, bytes: number): boolean {
    const wasOpen = this.#open.delete(key);
    this.#open.set(key, bytes);
    if (!wasOpen) this.#bytes += bytes;
    return wasOpen;
  }

  evict(): void {
    for (const [key, bytes] of this.#open) {
      if (this.#open.size <= this.#limits.models && this.#bytes <= this.#limits.bytes) return;
      this.#open.delete(key);
      this.#bytes -= bytes;
    }
  }
}

/** Sums of weights up to each, as shares of all. */
function cumulative(weights: readonly number[]): Float64Array {
  const total = sum(weights);
  let before = 0;
  return Float64Array.from(weights, (weight) => (before += weight) / total);
}

/** The first place whose share is not below a number from 0 to 1. */
function placeIn(shares: Float64Array, share: number): number {
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shares[middle]! < share) low = middle + 1;
    else high = middle;
  }
  return low;
}
