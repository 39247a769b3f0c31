import { beforeAll, expect, test } from 'vitest';
import { policy } from '../policy/policy.ts';
import { sampled } from '../support/sampling.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorld, type World } from './sample.ts';
import { sendWrite, writes, writeSamples } from './samples.ts';

/** Which events report each write: those that the policy names, once each, and no others. */

let service: WorkerService;
let world: World;

beforeAll(async () => {
  ({ service } = await workerService());
  world = await newWorld(service);
  await readOn();
});

/** What projections write is followed in turn: feedback follows stories, and changes of feedback have events. */
async function followed(): Promise<void> {
  for (let round = 0; round < 3; round++) await service.streamsIdle();
}

let cursor: string | undefined;
const seen = new Set<string>();

type FeedEntry = { id: string; type: string; timestamp: string; actor: { kind: string } };

/** What the feed has shown since the last call. */
async function readOn(): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for (let hasMore = true; hasMore;) {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, json, text } = await world.admin.client.get(
      `${world.workspace.path}/changes?limit=100${query}`,
    );
    expect(status, text).toBe(200);
    // A feed that begins now goes back a little, and may show an event again.
    for (const entry of json.data as FeedEntry[]) if (!seen.has(entry.id)) entries.push(entry);
    for (const { id } of json.data) seen.add(id);
    cursor = json.meta.resumeCursor;
    ({ hasMore } = json.meta);
  }
  return entries;
}

const tried = sampled('events of writes', 24, writes);

test.each(tried.map((operation) => [operation.id, operation] as const))(
  'the events of %s are those that it declares',
  async (id, operation) => {
    const sample = await writeSamples[id]!(world);
    await followed();
    await readOn();
    const sentAt = Date.now();
    const answer = await sendWrite(world, operation, sample, { 'idempotency-key': `events-of-${id}` });
    expect(answer.status, answer.text).toBe(operation.status);
    await followed();
    const entries = await readOn();
    const has = (type: string) => entries.some((entry) => entry.type === type);
    // Who joins a team sees its earlier events too, and who loses one sees no event of it, but that it is lost.
    const [joined, lost] = [has('access.granted'), has('access.revoked')];
    const events = entries
      .filter(({ type }) => !type.startsWith('access.'))
      // What jobs of the night write, such as forecasts, follows from no request.
      .filter(({ type, actor }) => actor.kind !== 'system' || policy[id]!.events.includes(type))
      .filter(({ timestamp }) => !joined || Date.parse(timestamp) >= sentAt);
    expect(events.map(({ type }) => type).sort()).toEqual(lost ? [] : policy[id]!.events.toSorted());
  },
);
