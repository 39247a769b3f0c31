import { modelLimits, STORAGE_MIN_MB } from '../../shared/kernel/read-model/model-cache.ts';
import { BUNDLE_MAX_BYTES, BUNDLED_MODEL_MAX_BYTES } from '../../shared/kernel/read-model/snapshot-bundle.ts';
import { changesWorthSnapshot, READ_MIN } from '../../shared/kernel/read-model/snapshots.ts';
import { production } from '../infra/production.ts';
import { seededRandom } from '../support/random.ts';
import { MB_PER_CORE } from './cost-model.ts';
import { listPrices } from './prices.ts';
import { quantile, sum } from './statistics.ts';
import { teamMonth } from './team-month.ts';

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

/** Comments of a story, of which each had a query of its own, and those queries that were asked at once. */
const COMMENTS_PER_STORY = 2;
const QUERIES_AT_ONCE = 50;

/**
 * Assumed milliseconds of AWS: what a search waits for whose models are open, a query, a snapshot's first byte, a megabyte
 * of it; and of a core: what such a search computes, a megabyte of a model, a document that is built.
 */
const MS = {
  warm: 25,
  warmComputing: 15,
  query: 8,
  snapshot: 35,
  perPackedMegabyte: 12,
  perUnpackedMegabyte: 3,
  perBuiltDocument: 0.3,
};
/** US dollars for a million requests to S3. */
const S3 = { get: 0.4, put: 5 };
/** Changes of a workspace for each search of it, as a team's month has them. */
const CHANGES_PER_SEARCH = countOf('create a story', 'change a title') / countOf('search');

/** What `npm run cost` counts of a search whose models are open: units, of which some are for each team, and bytes. */
const UNITS = { each: 14, perTeam: 1.5 };
const BYTES = { logged: 700, sent: 2_800 };

/** How functions and their sandboxes treat models. */
interface ModelPolicy {
  /** Models that stay open in a sandbox, and room for files in MiB. */
  models: number;
  storageMb: number;
  /** Documents from which a model has a snapshot. */
  snapshotFrom: number;
  /** Whether small models of a workspace have their snapshots in one object. */
  bundles: boolean;
  /** Whether the comments of each story are read by a query of their own. */
  queriesEachStory: boolean;
  /** Functions among which workspaces are divided. */
  functions: number;
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
  /** US dollars for a million searches, with all that they use, and the part that opening models is. */
  dollars: number;
  opening: number;
}

/** What production does, and what it would be without each of what makes opening models cheap or rare. */
export function searchPolicies(): Record<string, ModelPolicy> {
  const { modelStorage: storageMb } = production();
  const { models } = modelLimits(storageMb);
  const today = {
    models,
    storageMb,
    snapshotFrom: READ_MIN,
    bundles: true,
    queriesEachStory: false,
    functions: 1,
  };
  const before = { models: 200, storageMb: STORAGE_MIN_MB, snapshotFrom: 1_000, bundles: false };
  return {
    'as deployed': today,
    'with an object for each snapshot': { ...today, bundles: false },
    'as before: few snapshots, a query for the comments of each story': {
      ...before,
      queriesEachStory: true,
      functions: 1,
    },
    'as deployed, with workspaces divided among 8 functions': { ...today, functions: 8 },
  };
}

interface Model {
  documents: number;
  areComments: boolean;
}

interface Workspace {
  teams: number;
  /** Of each team those of stories, comments and objectives, and that of a portal. */
  models: readonly Model[];
}

function newWorkspace(random: () => number): Workspace {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const teams = 1 + Math.floor(random() ** 2 * 8);
  const ofTeams = Array.from({ length: teams }, () => {
    const stories = Math.min(50_000, Math.round(300 * Math.exp(1.3 * normal())));
    return [
      modelOf(stories),
      { documents: stories * COMMENTS_PER_STORY, areComments: true },
      modelOf(Math.ceil(stories / 40)),
    ];
  });
  return { teams, models: [...ofTeams.flat(), modelOf(40)] };
}

/** What opening something costs: milliseconds of waiting and of computing, and US dollars apart from Lambda's. */
interface Opening {
  waiting: number;
  computing: number;
  dollars: number;
}

const isBundled = ({ documents }: Model, { bundles }: ModelPolicy): boolean =>
  bundles && bytesOf(documents) <= BUNDLED_MODEL_MAX_BYTES;

/** What a search opens: the bundle of the workspace, if a model that is in it is not open, and each other model. */
function openingsOf(missing: readonly Model[], { models }: Workspace, policy: ModelPolicy): Opening[] {
  const small = missing.filter((model) => isBundled(model, policy));
  const large = missing.filter((model) => !small.includes(model)).map((model) => openingOf(model, policy));
  if (small.length === 0) return large;
  const bundled = sum(models.filter((model) => isBundled(model, policy)).map(packedBytes));
  const megabytes = Math.min(bundled, BUNDLE_MAX_BYTES) / 1e6;
  const unpacked = sum(small.map(({ documents }) => bytesOf(documents))) / 1e6;
  const waiting = MS.snapshot + megabytes * MS.perPackedMegabyte;
  return [...large, { waiting, computing: unpacked * MS.perUnpackedMegabyte, dollars: S3.get / 1e6 }];
}

function openingOf(
  { documents, areComments }: Model,
  { snapshotFrom, queriesEachStory }: ModelPolicy,
): Opening {
  if (documents >= snapshotFrom) {
    const megabytes = bytesOf(documents) / 1e6;
    const waiting = MS.snapshot + megabytes * PACKED_SHARE * MS.perPackedMegabyte;
    return { waiting, computing: megabytes * MS.perUnpackedMegabyte, dollars: S3.get / 1e6 };
  }
  const stories = areComments && queriesEachStory ? documents / COMMENTS_PER_STORY : 0;
  const units = Math.ceil((documents * ITEM_BYTES) / UNIT_BYTES) + stories * UNITS_OF_QUERY;
  const steps = stories > 0 ? Math.ceil(stories / QUERIES_AT_ONCE) : Math.ceil((documents + 1) / STEP);
  return {
    waiting: steps * MS.query,
    computing: documents * MS.perBuiltDocument,
    dollars: (units * listPrices.perMillionReadUnits) / 1e6,
  };
}

/** What DynamoDB charges at least for an eventually consistent query. */
const UNITS_OF_QUERY = 0.5;

const modelOf = (documents: number): Model => ({ documents, areComments: false });

const packedBytes = ({ documents }: Model): number => bytesOf(documents) * PACKED_SHARE;

const bytesOf = (documents: number): number => EMPTY_BYTES + documents * DOCUMENT_BYTES;

/**
 * Simulates searches of whole workspaces, each in a sandbox of its function by chance, as Lambda chooses them; a function
 * has as many of all sandboxes as its workspaces have of all searches. What one has open is decided by the product's limits.
 */
export function simulateSearchMix({ seed, searches, policy }: SearchMixLoad): SearchMixOutcome {
  const random = seededRandom(seed);
  const workspaces = Array.from({ length: WORKSPACES }, () => newWorkspace(random));
  const weights = workspaces.map((_, rank) => 1 / (rank + 1) ** ZIPF_EXPONENT);
  const ranks = cumulative(weights);
  const functions = workspaces.map(() => Math.floor(random() * policy.functions));
  const pools = sandboxPools(policy, functions, weights);
  const latencies = new Float64Array(searches);
  let cold = 0;
  let dollars = 0;
  let opening = 0;
  const search = (number: number): number => {
    const workspace = workspaces[number]!;
    const pool = pools[functions[number]!]!;
    const sandbox = pool[Math.floor(random() * pool.length)]!;
    const missing = workspace.models.filter(
      ({ documents }, at) => !sandbox.use(`${number} ${at}`, bytesOf(documents)),
    );
    const openings = openingsOf(missing, workspace, policy);
    const opened = pool.filter((one) => one.has(`${number} 0`)).length;
    opening += savingDollars(workspace, policy, opened);
    sandbox.evict();
    if (openings.length > 0) cold += 1;
    const computing = sum(openings.map((one) => one.computing)) / CORES;
    const ms = Math.max(0, ...openings.map(({ waiting }) => waiting)) + computing;
    opening += sum(openings.map((one) => one.dollars)) + dollarsOf(ms);
    dollars += warmDollars(workspace.teams);
    return WARM_MS + ms;
  };
  // Half of the searches fill the sandboxes, and are not counted.
  for (let number = -searches; number < searches; number++) {
    if (number === 0) [cold, dollars, opening] = [0, 0, 0];
    const ms = search(placeIn(ranks, random()));
    if (number >= 0) latencies[number] = ms;
  }
  const million = (part: number) => (part / searches) * 1e6;
  return {
    cold: cold / searches,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    dollars: million(dollars + opening),
    opening: million(opening),
  };
}

/** A month's operations of some kinds. */
function countOf(...operations: string[]): number {
  return sum(teamMonth.filter(({ operation }) => operations.includes(operation)).map(({ count }) => count));
}

/**
 * What the snapshots of a workspace cost for each search, where some sandboxes have its models open: each of them notices
 * the changes. It writes a model that has an object of its own; a bundle it reads, and the first one writes.
 */
function savingDollars({ models }: Workspace, policy: ModelPolicy, sandboxes: number): number {
  const changes = CHANGES_PER_SEARCH / models.length;
  const dollars = models.map((model) => {
    const { documents } = model;
    const bundled = isBundled(model, policy);
    if (!bundled && documents < policy.snapshotFrom) return 0;
    const each = bundled ? S3.put + S3.get * sandboxes : S3.put * sandboxes;
    return (changes * each) / 1e6 / changesWorthSnapshot(documents);
  });
  return sum(dollars);
}

/** The sandboxes of each function. */
function sandboxPools(
  { models, storageMb, functions: count }: ModelPolicy,
  functions: readonly number[],
  weights: readonly number[],
): Sandbox[][] {
  const { bytes } = modelLimits(storageMb);
  const all = sum(weights);
  return Array.from({ length: count }, (_, one) => {
    const share = sum(weights.filter((_weight, workspace) => functions[workspace] === one)) / all;
    const length = Math.max(1, Math.round(share * SANDBOXES));
    return Array.from({ length }, () => new Sandbox({ models, bytes }));
  });
}

/** What a search's milliseconds of Lambda cost. */
const dollarsOf = (ms: number): number =>
  (ms / 1_000) * (functionMemory / 1_024) * listPrices.perGigabyteSecond;

const { functionMemory } = production();
/** The share of a core that a function has, and how long a search takes whose models are open. */
const CORES = Math.min(1, functionMemory / MB_PER_CORE);
const WARM_MS = MS.warm + MS.warmComputing / CORES;

/** What a search whose models are open costs, behind the edge. */
function warmDollars(teams: number): number {
  const { perMillionEdgeRequests, perMillionEdgeFunctionRuns, perMillionApiRequests } = listPrices;
  const { perMillionInvocations, perMillionReadUnits, perGigabyteOfLogs, perGigabyteSentByEdge } = listPrices;
  const requests =
    perMillionEdgeRequests + perMillionEdgeFunctionRuns + perMillionApiRequests + perMillionInvocations;
  const units = UNITS.each + UNITS.perTeam * teams;
  const bytes = BYTES.logged * perGigabyteOfLogs + BYTES.sent * perGigabyteSentByEdge;
  return (requests + units * perMillionReadUnits) / 1e6 + bytes / 1e9 + dollarsOf(WARM_MS);
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

  has(key: string): boolean {
    return this.#open.has(key);
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
