import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../shared/kernel/core/database.ts';
import { createLogWriter } from '../../shared/kernel/log/append.ts';
import { eventId } from '../../shared/kernel/log/event.ts';
import { logOf } from '../../shared/kernel/log/log-store.ts';
import { retentionMs } from '../../shared/kernel/log/retention.ts';
import { seededRandom } from '../support/random.ts';

/** A change of a thing, as a shard of the table's stream would deliver it. */
interface SimulatedChange {
  thing: string;
  version: number;
  workspaceId: string;
  teamId: string;
}

interface Simulation {
  /** One for each shard; its calls may fail at any time. */
  databases: readonly Database[];
  workspaceId: string;
  teamIds: readonly string[];
  changes: number;
  seed: number;
}

const LARGEST_BATCH = 40;

/** The changes of each shard, those of one thing in order and all in one shard. */
export function simulateChanges({ databases, workspaceId, teamIds, changes, seed }: Simulation) {
  const random = seededRandom(seed);
  const shards: SimulatedChange[][] = databases.map(() => []);
  const versions = new Map<string, number>();
  const things = Math.ceil(changes / 20);
  for (let n = 0; n < changes; n++) {
    const number = Math.floor(random() * things);
    const thing = `thing-${number}`;
    const version = (versions.get(thing) ?? 0) + 1;
    versions.set(thing, version);
    const teamId = teamIds[number % teamIds.length]!;
    shards[number % shards.length]!.push({ thing, version, workspaceId, teamId });
  }
  return { shards, versions };
}

/** The event of a change that happens now. */
function eventNow({ thing, version, workspaceId, teamId }: SimulatedChange) {
  const timestamp = new Date();
  const id = eventId(thing, String(version), timestamp);
  const actor = { kind: 'system', id: null, via: 'automation' };
  const content = { id, type: 'story.updated', apiVersion: '1', timestamp: timestamp.toISOString() };
  const body = JSON.stringify({ ...content, workspaceId, teamId, actor, data: { id: thing, version } });
  return { id, workspaceId, teamId, body };
}

/**
 * Writes the changes of each shard to the logs as dispatchers do: batches of any size, some late, some that die halfway
 * and are delivered again, some delivered twice, by sandboxes that come and go. `committed` is the
 * table: the version of each thing that the stream has delivered.
 */
export async function writeShards(
  { databases, seed }: Pick<Simulation, 'databases' | 'seed'>,
  shards: readonly SimulatedChange[][],
  committed = new Map<string, number>(),
): Promise<void> {
  await Promise.all(
    shards.map((shard, number) => writeShard(databases[number]!, shard, seed + number, committed)),
  );
}

async function writeShard(
  database: Database,
  shard: SimulatedChange[],
  seed: number,
  committed: Map<string, number>,
): Promise<void> {
  const random = seededRandom(seed);
  let append = createLogWriter();
  const events = new Map<SimulatedChange, ReturnType<typeof eventNow>>();
  const write = async (batch: readonly SimulatedChange[]) => {
    const tools = { database, now: () => new Date(), retention: retentionMs(undefined) };
    const streamed = batch.map((change) => {
      // The same one however often it is delivered.
      const event = events.get(change) ?? eventNow(change);
      events.set(change, event);
      return event;
    });
    await Promise.all([...Map.groupBy(streamed, logOf)].map(([log, some]) => append(tools, log, some)));
  };
  for (let from = 0; from < shard.length;) {
    const batch = shard.slice(from, from + 1 + Math.floor(random() * LARGEST_BATCH));
    // What the stream delivers is in the table already.
    for (const { thing, version } of batch)
      committed.set(thing, Math.max(version, committed.get(thing) ?? 0));
    if (random() < 0.1) await delay(random() * 5);
    // Another sandbox, which has seen nothing yet.
    if (random() < 0.1) append = createLogWriter();
    try {
      await write(batch);
      // The batch is delivered again although it was written.
      if (random() < 0.1) continue;
      from += batch.length;
    } catch {
      // Delivered again, perhaps to another sandbox and in smaller batches.
      if (random() < 0.5) append = createLogWriter();
    }
  }
}
