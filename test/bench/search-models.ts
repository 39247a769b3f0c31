import { BUNDLE_MAX_BYTES, BUNDLED_MODEL_MAX_BYTES } from '../../shared/kernel/read-model/snapshot-bundle.ts';
import { changesWorthSnapshot } from '../../shared/kernel/read-model/snapshots.ts';
import { listPrices } from './prices.ts';
import { sum } from './statistics.ts';
import { teamMonth } from './team-month.ts';

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
export const MS = {
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

/** How functions and their sandboxes treat models. */
export interface ModelPolicy {
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

interface Model {
  documents: number;
  areComments: boolean;
}

interface Workspace {
  teams: number;
  /** Of each team those of stories, comments and objectives, and that of a portal. */
  models: readonly Model[];
}

export function newWorkspace(random: () => number): Workspace {
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
export function openingsOf(missing: readonly Model[], { models }: Workspace, policy: ModelPolicy): Opening[] {
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

export const bytesOf = (documents: number): number => EMPTY_BYTES + documents * DOCUMENT_BYTES;

/** A month's operations of some kinds. */
function countOf(...operations: string[]): number {
  return sum(teamMonth.filter(({ operation }) => operations.includes(operation)).map(({ count }) => count));
}

/**
 * What the snapshots of a workspace cost for each search, where some sandboxes have its models open: each of them notices
 * the changes. It writes a model that has an object of its own; a bundle it reads, and the first one writes.
 */
export function savingDollars({ models }: Workspace, policy: ModelPolicy, sandboxes: number): number {
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
