import { randomBytes } from 'node:crypto';
import type { LocalCredentials } from '../../infra/local/runner/credentials.ts';
import { nextTimestamp } from '../../shared/kernel/core/clock.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { openDatabase, openStock, type Fixture, type StoryVersion } from './fixture.ts';
import type { LoadResult, LoadRun } from './load-part.ts';
import { servePart } from './part.ts';
import { prepareReplay, type RecordedCall, type Turn } from './replay.ts';
import type { OperationName } from './requests.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

/**
 * The bare loop: the DynamoDB calls that the service makes for an operation and nothing else, made by the
 * product's own client, or the SDK's as it comes, in this one process.
 */
export type BareLoopPart = typeof methods;

interface Target {
  dynamodbEndpoint: string;
  credentials: LocalCredentials;
  tableName: string;
  fixture: Fixture;
  recorded: Record<OperationName, RecordedCall[]>;
  /** Whether the calls go through the SDK's client as it comes, instead of the product's. */
  stock?: boolean;
}

let database: Database | undefined;
/** The stories as this loop has updated them. */
let stored: StoryVersion[] | undefined;
let operations: Record<OperationName, (slot: number) => () => Promise<void>>;

const methods = {
  aim(target: Target) {
    database?.client.destroy();
    database = target.stock ? openStock(target) : openDatabase(target);
    stored ??= target.fixture.updatedByLoop;
    operations = loops(database, target, stored);
  },

  async run({ operation, connections, until }: LoadRun): Promise<Omit<LoadResult, 'latencies'>> {
    let requests = 0;
    const startedAt = performance.now();
    let left = 'requests' in until ? until.requests : Infinity;
    const end = 'ms' in until ? startedAt + until.ms : Infinity;
    const repeat = async (turn: () => Promise<void>) => {
      while (left-- > 0 && performance.now() < end) {
        await turn();
        requests++;
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, slot) => repeat(operations[operation](slot))));
    return { requests, ms: performance.now() - startedAt };
  },
};

servePart(methods);

function loops(
  db: Database,
  { recorded, fixture: { listed } }: Target,
  stored: StoryVersion[],
): Record<OperationName, (slot: number) => () => Promise<void>> {
  let turns = 0;
  const loop = (operation: OperationName) => {
    const calls = prepareReplay(recorded[operation]);
    return async (turn: Turn) => {
      for (const send of calls) await send(db, turn);
    };
  };
  const [get, list, update, create] = [loop('get'), loop('list'), loop('update'), loop('create')];
  const same = (pk: string) => pk;
  const story = (id: string) => (pk: string) => (pk.startsWith('S#') ? `S#${id}` : pk);
  return {
    get: () => () => get({ rename: story(listed[turns++ % listed.length]!.id) }),
    list: () => () => list({ rename: same }),
    update: (slot) => async () => {
      const version = stored[slot]!;
      const next = nextTimestamp(new Date(), version.updatedAt);
      const { id, sequenceId: number, updatedAt: previous } = version;
      await update({ rename: story(id), number, version: { previous, next } });
      version.updatedAt = next;
    },
    create: () => () => {
      const id = newId(new Date());
      const key = randomBytes(32).toString('base64url');
      return create({ rename: (pk) => (pk.startsWith('I#') ? `I#${key}` : story(id)(pk)) });
    },
  };
}
