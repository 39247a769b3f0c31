/**
 * `npm run bench:feed`: how long after its commit a change is visible in the changes feed, on this machine. Prints the
 * figures as a row of a table. `--smoke` shows that it runs; its figures say nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startLocal } from '../../infra/local/start.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { recordFigure } from './figure-results.ts';
import { newTeam } from './new-team.ts';
import { quantile } from './statistics.ts';
import { fetchPatiently } from './patient-fetch.ts';

const { smoke } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } }).values;
const WARM_UP = smoke ? 1 : 30;
const CHANGES = smoke ? 2 : 200;
const POLL_MS = 5;
/** Between two changes, so that each finds an idle dispatcher. */
const PAUSE_MS = 100;

const home = mkdtempSync(join(tmpdir(), 'plotline-bench-'));
const assembly = await synthesize(resolve(import.meta.dirname, '../..'));
const local = await startLocal({ home, port: 0, assembly, quiet: true });

try {
  const { workspaceId, teamId, token } = await newTeam(local);
  const url = `${local.baseUrl}/api/v1/workspaces/${workspaceId}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  interface Feed {
    data: { data: { id: string } }[];
    meta: { resumeCursor: string };
  }
  const poll = async (cursor?: string): Promise<Feed> => {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    return (await (await fetchPatiently(`${url}/changes${query}`, { headers })).json()) as Feed;
  };
  const create = async (n: number): Promise<string> => {
    const answer = await fetchPatiently(`${url}/stories`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `bench-feed-story-${n}` },
      body: JSON.stringify({ title: `Story ${n}`, teamId }),
    });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };

  let { resumeCursor: cursor } = (await poll()).meta;
  const waited: number[] = [];
  for (let n = 0; n < WARM_UP + CHANGES; n++) {
    const id = await create(n);
    // The answer follows the commit.
    const committed = performance.now();
    for (let seen = false; !seen;) {
      const page = await poll(cursor);
      cursor = page.meta.resumeCursor;
      seen = page.data.some(({ data }) => data.id === id);
      if (!seen) await delay(POLL_MS);
    }
    if (n >= WARM_UP) waited.push(performance.now() - committed);
    await delay(PAUSE_MS);
  }
  const figures = [0.5, 0.95, 1].map((share) => `${Math.round(quantile(waited, share))} ms`);
  console.log('| what | p50 | p95 | longest |\n| --- | --- | --- | --- |');
  console.log(`| response to a write → in the changes feed | ${figures.join(' | ')} |`);
  if (!smoke) recordFigure('npm run bench:feed', `p50 ${figures[0]}, longest ${figures[2]}`);
} finally {
  await local.stop();
  rmSync(home, { recursive: true, force: true });
}
