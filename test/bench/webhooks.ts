/**
 * `npm run bench:webhooks`: how long events take to a receiver on this machine, and what many endpoints, a burst
 * and a long queue do to them. Prints a table. `--smoke` shows that it runs; its figures say
 * nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { createTestOperator } from '../support/operator.ts';
import { startLocal } from '../../infra/local/start.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { openDatabase } from './fixture.ts';
import { recordFigure } from './figure-results.ts';
import { createProgress } from './progress.ts';
import { quantile } from './statistics.ts';
import { startInboxes } from './webhook-receiver.ts';
import { fetchPatiently } from './patient-fetch.ts';

const HOSTS = ['one.acme.dev', 'other.acme.dev', 'slow.acme.dev', 'many.acme.dev'] as const;
type Host = (typeof HOSTS)[number];

const { smoke } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } }).values;
const WARM_UP = smoke ? 1 : 30;
const ALONE = smoke ? 2 : 150;
const BESIDE = smoke ? 2 : 100;
const BURST = smoke ? 100 : 2_000;
const QUEUED = smoke ? 100 : 10_000;
const ENDPOINTS = smoke ? 10 : 1_000;

const progress = createProgress();
progress.start(5);
const home = mkdtempSync(join(tmpdir(), 'plotline-bench-'));
const inboxes = await startInboxes(HOSTS);
const assembly = await synthesize(resolve(import.meta.dirname, '../..'));
const hosts = Object.fromEntries(HOSTS.map((host) => [host, inboxes.port]));
const local = await startLocal({ home, port: 0, assembly, quiet: true, hosts });
console.log('| what | figure |\n| --- | --- |');
const row = (what: string, figure: string) => console.log(`| ${what} | ${figure} |`);
const started = process.memoryUsage.rss();

try {
  const database = openDatabase({ ...local, tableName: local.tableName() });
  const operator = createTestOperator(database);
  const { id: workspaceId } = await operator.createWorkspace({ name: 'Bench', slug: 'bench' });
  const person = { workspaceId, name: 'Bea', email: 'bea@example.com', role: 'admin' as const };
  const { id: principalId } = await operator.addMember(person);
  const look = { color: '#4f46e5', private: false, sprintsEnabled: true, estimateScheme: 'points' as const };
  const team = async (code: string) => {
    const { id: teamId } = await operator.createTeam({ workspaceId, name: code, code, ...look });
    await operator.joinTeam({ workspaceId, teamId, principalId });
    return teamId;
  };
  const teams = {
    one: await team('ONE'),
    other: await team('OTHER'),
    slow: await team('SLOW'),
    many: await team('MANY'),
  };
  const fields = { workspaceId, principalId, principalKind: 'user' as const, name: 'Bench' };
  const { token } = await operator.createToken({ ...fields, scopes: allScopes });
  database.client.destroy();

  const url = `${local.baseUrl}/api/v1/workspaces/${workspaceId}`;
  const post = async (path: string, body: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    };
    const answer = await fetchPatiently(`${url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { data: { id: string } };
  };
  const endpoint = (host: Host, teamId: string) =>
    post('/webhook-endpoints', {
      name: host,
      url: `https://${host}/`,
      subscriptions: ['story.created'],
      teamIds: [teamId],
    });
  /** Creates a story, and returns when the answer said so, in milliseconds. */
  const story = async (teamId: string) => {
    const { data } = await post('/stories', { teamId, title: 'Something happened' });
    return { id: data.id, at: performance.now() };
  };
  const stories = async (teamId: string, count: number) => {
    for (let made = 0; made < count; made += 100) {
      const items = Array.from({ length: 100 }, () => ({
        idempotencyKey: crypto.randomUUID(),
        body: { teamId, title: 'One of many' },
      }));
      await post('/bulk/stories', { items });
    }
  };
  const latencies = async (count: number, pause: number, to: 'one' | 'other' = 'one') => {
    const made = [];
    for (let n = 0; n < count; n++) {
      made.push(await story(teams[to]));
      await delay(pause);
    }
    const arrivals = await inboxes.arrived(
      `${to}.acme.dev`,
      made.map(({ id }) => id),
    );
    return made.map(({ id, at }) => Math.max(0, arrivals.get(id)! - at));
  };
  const shown = (values: readonly number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(0)} ms, p99 ${quantile(values, 0.99).toFixed(0)} ms`;
  const memory = () => `${((process.memoryUsage.rss() - started) / 2 ** 20).toFixed(0)} MB`;

  await endpoint('one.acme.dev', teams.one);
  await endpoint('other.acme.dev', teams.other);
  await latencies(WARM_UP, 20);
  progress.step('one event at a time');
  row('Commit to receipt, one event at a time', shown(await latencies(ALONE, 30)));

  progress.step('a burst');
  const before = inboxes.count('one.acme.dev');
  const begun = performance.now();
  const [beside] = await Promise.all([latencies(BESIDE, 50, 'other'), stories(teams.one, BURST)]);
  await inboxes.reach('one.acme.dev', before + BURST);
  const seconds = (performance.now() - begun) / 1000;
  row(
    `${BURST.toLocaleString('en')} changes at once, to one endpoint`,
    `${(BURST / seconds).toFixed(0)} a second with their making, at most ${inboxes.most('one.acme.dev')} requests at once`,
  );

  row('One event at a time to another endpoint, beside them', shown(beside));
  if (!smoke) {
    const rate = (BURST / seconds).toFixed(0);
    recordFigure(
      'npm run bench:webhooks',
      `${rate} deliveries a second; a p50 of ${quantile(beside, 0.5).toFixed(0)} ms`,
    );
  }

  progress.step('a long queue');
  await endpoint('slow.acme.dev', teams.slow);
  inboxes.slow('slow.acme.dev', 2_000);
  await stories(teams.slow, QUEUED);
  // What is measured is the queue, not the stream that filled it.
  await local.streamsIdle();
  const waiting = QUEUED - inboxes.count('slow.acme.dev');
  row(
    `The same with ${waiting.toLocaleString('en')} deliveries waiting for an endpoint that takes 2 s`,
    shown(await latencies(BESIDE, 50)),
  );
  row('Memory that the service grew by until then', memory());
  inboxes.slow('slow.acme.dev', 0);
  const drained = performance.now();
  const left = QUEUED - inboxes.count('slow.acme.dev');
  await inboxes.reach('slow.acme.dev', QUEUED);
  const rate = (left / (performance.now() - drained)) * 1000;
  row('What waited, once it answers at once', `${rate.toFixed(0)} a second`);

  progress.step(`${ENDPOINTS} endpoints`);
  const limit = pLimit(16);
  await Promise.all(
    Array.from({ length: ENDPOINTS - 3 }, () => limit(() => endpoint('many.acme.dev', teams.many))),
  );
  await delay(1_000);
  const { at } = await story(teams.many);
  await inboxes.reach('many.acme.dev', ENDPOINTS - 3);
  row(
    `One event to ${(ENDPOINTS - 3).toLocaleString('en')} endpoints, all received after`,
    `${((performance.now() - at) / 1000).toFixed(1)} s`,
  );
  row('One event at a time beside them', shown(await latencies(BESIDE, 50)));
  row('Memory in the end', memory());
  progress.step('done');
} finally {
  progress.end();
  await local.stop();
  inboxes.stop();
  rmSync(home, { recursive: true, force: true });
}
