import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { startLocal, type RunningService } from '../../infra/local/start.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { newTeam, type BenchTeam } from './new-team.ts';
import { fetchPatiently, SERVICE_UNAVAILABLE } from './patient-fetch.ts';

const POLL_MS = 5;
const BULK_ITEMS = 20;
const BULK_AT_ONCE = 4;

interface ServicePlan {
  /** What the team's stories say. A sandbox writes a snapshot of at least 1,000. */
  stories: readonly { title: string; description: string }[];
  /** Stories that are created one after the other, each searched until it is found. */
  tries: number;
  /** Starts of the service, each with a first search. */
  starts: number;
}

interface ServiceTimes {
  /** Milliseconds from the answer of createStory until a search, and a list with `q`, has the story. */
  search: number[];
  list: number[];
  /** Milliseconds of the first search of a service that has just started: its sandbox opens a snapshot. */
  first: number[];
  /** Milliseconds of the second one. */
  second: number[];
}

/** Measures searches of one team on the local service, as a client sees them. */
export async function measureService({ stories, tries, starts }: ServicePlan): Promise<ServiceTimes> {
  const home = mkdtempSync(join(tmpdir(), 'plotline-bench-'));
  const assembly = await synthesize(resolve(import.meta.dirname, '../..'));
  const start = () => startLocal({ home, port: 0, assembly, quiet: true });
  const times: ServiceTimes = { search: [], list: [], first: [], second: [] };
  let local = await start();
  try {
    const team = await newTeam(local);
    let client = clientOf(local, team);
    await fill(client, team.teamId, stories);
    await local.streamsIdle();
    await client.find('search', 'the');
    for (let n = 0; n < tries; n++) {
      // One word, which no other story has.
      const word = `w${randomUUID().replaceAll('-', '')}`;
      const { id } = await client.post('stories', { title: `Find ${word}`, teamId: team.teamId });
      // The answer follows the commit.
      const committed = performance.now();
      const until = async (path: 'search' | 'stories') => {
        while (!(await client.find(path, word)).includes(id)) await delay(POLL_MS);
        return performance.now() - committed;
      };
      const [search, list] = await Promise.all([until('search'), until('stories')]);
      times.search.push(search);
      times.list.push(list);
    }
    for (let n = 0; n < starts; n++) {
      await local.stop();
      local = await start();
      client = clientOf(local, team);
      for (const kept of [times.first, times.second]) {
        const asked = performance.now();
        await client.find('search', 'the daemon does not start');
        kept.push(performance.now() - asked);
      }
    }
    return times;
  } finally {
    await local.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

function clientOf({ baseUrl }: RunningService, { workspaceId, token }: BenchTeam) {
  const url = `${baseUrl}/api/v1/workspaces/${workspaceId}`;
  const send = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers };
    return fetchPatiently(`${url}/${path}`, { ...init, headers });
  };
  const read = async <T>(answer: Response): Promise<T> => {
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
  return {
    post: async (path: string, body: object) =>
      await read<{ id: string }>(
        await send(path, {
          method: 'POST',
          headers: { 'idempotency-key': randomUUID() },
          body: JSON.stringify(body),
        }),
      ),
    bulk: async (items: object[]) =>
      await read<{ items: { httpStatus: number }[] }>(
        await send('bulk/stories', { method: 'POST', body: JSON.stringify({ items }) }),
      ),
    find: async (path: 'search' | 'stories', q: string): Promise<string[]> => {
      const answer = await send(`${path}?${new URLSearchParams({ q }).toString()}`);
      return (await read<{ id: string }[]>(answer)).map(({ id }) => id);
    },
  };
}

async function fill(
  client: ReturnType<typeof clientOf>,
  teamId: string,
  stories: ServicePlan['stories'],
): Promise<void> {
  const limit = pLimit(BULK_AT_ONCE);
  const starts = Array.from({ length: Math.ceil(stories.length / BULK_ITEMS) }, (_, n) => n * BULK_ITEMS);
  const create = async (from: number) => {
    let items = stories.slice(from, from + BULK_ITEMS).map(({ title, description }) => ({
      idempotencyKey: randomUUID(),
      body: { title, description, teamId },
    }));
    while (items.length > 0) {
      const outcomes = (await client.bulk(items)).items;
      const refused = outcomes.find(({ httpStatus }) => httpStatus >= 400 && httpStatus < 500);
      if (refused) throw new Error(`A story was refused: ${JSON.stringify(refused)}`);
      // A busy database did not answer in time: once more, with the same keys.
      items = items.filter((_, position) => outcomes[position]!.httpStatus === SERVICE_UNAVAILABLE);
    }
  };
  await Promise.all(starts.map((from) => limit(() => create(from))));
}
