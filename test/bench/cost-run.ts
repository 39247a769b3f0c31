import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { InvocationReport } from '../../infra/local/lambda/invocation.ts';
import pLimit from 'p-limit';
import { INBOX_HOST } from '../../infra/local/runner/local-hosts.ts';
import { startLocal } from '../../infra/local/start.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { loadAssembly } from '../../infra/local/template/template.ts';
import { startProxy } from '../support/dynamodb-proxy.ts';
import { less, priceOf, times, usedBy, type Dollars, type Used, type Work } from './cost-model.ts';
import { makeFixture } from './fixture.ts';
import type { Prices } from './prices.ts';
import type { Progress } from './progress.ts';
import { conversations, searchFor, type Conversation } from './requests.ts';
import { monthlyParts, queueFunctions, schedulesOf } from './template-costs.ts';

/** What DynamoDB takes to answer in its own region, in milliseconds; the engine here takes less than one. */
const DATABASE_MS = 5;
/** Lambda asks a stream for records four times a second. https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
const STREAM_POLL_MS = 250;
/** Requests until the read models of all teams are built, at most. */
const BUILD_TRIES = 100;
const MILLION = 1_000_000;
const MINUTES_PER_MONTH = 30 * 24 * 60;

export interface CostResults {
  /** US dollars for a million of each. */
  perMillion: { name: string; dollars: Dollars; aim: number | undefined; used: Used }[];
  /** US dollars of a month without a request. */
  idleMonth: { name: string; dollars: number }[];
}

export interface CostPlan {
  /** Operations of each kind, one after the other. */
  alone: number;
  bursts: readonly Burst[];
}

/** So many operations, each of a story of its own, and how many at a time. */
interface Burst {
  size: number;
  atOnce: number;
}

const many = ({ size, atOnce }: Burst): string => `${size} in a burst, ${atOnce} at a time`;

/** Measures what operations use on the local service, with the latency of a database in a data center, and prices it. */
export async function runCost(plan: CostPlan, prices: Prices, progress: Progress): Promise<CostResults> {
  progress.start(8 + 2 * plan.bursts.length);
  progress.step('Starting the service');
  const assembly = await synthesize(resolve(import.meta.dirname, '../..'));
  const home = mkdtempSync(join(tmpdir(), 'plotline-cost-'));
  const proxy = await startProxy();
  const invocations: InvocationReport[] = [];
  const local = await startLocal({
    home,
    port: 0,
    assembly,
    quiet: true,
    dynamodbEndpoint: proxy.endpoint,
    streamGatherMs: STREAM_POLL_MS,
    onInvocation: (report) => void invocations.push(report),
  });
  proxy.target = local.dynamodbEndpoint;
  try {
    const largest = Math.max(...plan.bursts.map(({ size }) => size));
    const fixture = await makeFixture({ ...local, tableName: local.tableName() }, 'admin', largest);
    proxy.latency = DATABASE_MS;
    const fromQueue = queueFunctions(loadAssembly(assembly));
    const settle = async () => {
      await local.streamsIdle();
      await local.queuesIdle();
      await local.streamsIdle();
    };
    const logBytes = () =>
      readdirSync(join(home, 'logs')).reduce((sum, file) => sum + statSync(join(home, 'logs', file)).size, 0);

    /** What some work used, with all that follows from it. */
    const measure = async (act: () => Promise<{ requests: number; bytes: number }>): Promise<Work> => {
      await settle();
      proxy.reset();
      invocations.length = 0;
      const before = logBytes();
      const { requests, bytes } = await act();
      await settle();
      return {
        apiRequests: requests,
        readUnits: proxy.calls.reduce((sum, { readUnits }) => sum + readUnits, 0),
        writeUnits: proxy.calls.reduce(
          (sum, { writeUnits, refusedUnits }) => sum + writeUnits + refusedUnits,
          0,
        ),
        invocations: [...invocations],
        logBytes: logBytes() - before,
        sentBytes: bytes,
      };
    };
    const send = async ({ next, learn, status }: Conversation): Promise<number> => {
      const { method, path, headers, body } = next();
      const init = { method, headers, ...(body === '' ? {} : { body }) };
      let answer = await fetch(`${local.baseUrl}${path}`, init);
      // The first searches build the read models of teams, a part with each request.
      for (let tries = 0; answer.status === 503 && tries < BUILD_TRIES; tries++) {
        await setTimeout(Number(answer.headers.get('retry-after')) * 1_000);
        answer = await fetch(`${local.baseUrl}${path}`, init);
      }
      const text = await answer.text();
      if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      learn?.(text);
      // Of what is sent, which may be compressed.
      return Number(answer.headers.get('content-length'));
    };
    const talks = { ...conversations(fixture), search: searchFor(fixture) };
    type Name = keyof typeof talks;
    const alone = async (name: Name, count = plan.alone): Promise<Work> => {
      const talk = talks[name](0);
      for (let warmUp = 0; warmUp < count; warmUp++) await send(talk);
      return await measure(async () => {
        let bytes = 0;
        for (let sent = 0; sent < count; sent++) {
          bytes += await send(talk);
          await settle();
        }
        return { requests: count, bytes };
      });
    };
    const updates = Array.from({ length: largest }, (_, connection) => talks.update(connection));
    const creates = updates.map(() => talks.create(0));
    const burst = async (talking: readonly Conversation[], { size, atOnce }: Burst): Promise<Work> => {
      const limit = pLimit(atOnce);
      const sendAll = () => Promise.all(talking.slice(0, size).map((talk) => limit(() => send(talk))));
      await sendAll();
      return await measure(async () => {
        const sizes = await sendAll();
        return { requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
      });
    };
    /** What each of the operations costs, for a million, and uses. */
    const each = (work: Work, count: number) => ({
      dollars: times(priceOf(work, prices, fromQueue), MILLION / count),
      used: times(usedBy(work, fromQueue), 1 / count),
    });
    type Each = ReturnType<typeof each>;
    const without = (whole: Each, part: Each): Each => ({
      dollars: less(whole.dollars, part.dollars),
      used: less(whole.used, part.used),
    });

    const results: CostResults['perMillion'] = [];
    const add = (name: string, one: Each, aim?: number) => void results.push({ name, ...one, aim });
    for (const [name, title, aim] of [
      ['get', 'get a story', 2.2],
      ['list', 'list 50 stories', 6],
      ['search', 'search', undefined],
      ['create', 'create a story', 8],
      ['update', 'change a title', 4],
    ] as const) {
      progress.step(`Measuring: ${title}`);
      add(title, each(await alone(name), plan.alone), aim);
    }
    const quietBursts = new Map<Burst, Each>();
    for (const one of plan.bursts) {
      progress.step(`Measuring: ${many(one)}`);
      add(`create a story, ${many(one)}`, each(await burst(creates, one), one.size));
      const changed = each(await burst(updates, one), one.size);
      add(`change a title, ${many(one)}`, changed);
      quietBursts.set(one, changed);
    }

    const { token, workspaceId } = fixture;
    const made = await fetch(`${local.baseUrl}/api/v1/workspaces/${workspaceId}/webhook-endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Costs',
        url: `https://${INBOX_HOST}/`,
        subscriptions: ['story.updated'],
      }),
    });
    if (!made.ok) throw new Error(`The endpoint was answered with ${made.status}: ${await made.text()}`);
    progress.step('Measuring: a webhook delivery');
    const delivered = each(await alone('update'), plan.alone);
    const update = results.find(({ name }) => name === 'change a title')!;
    add('webhook delivery, by itself', without(delivered, update), 12);
    for (const [one, quiet] of quietBursts) {
      progress.step(`Measuring: deliveries, ${many(one)}`);
      add(`webhook delivery, ${many(one)}`, without(each(await burst(updates, one), one.size), quiet), 4);
    }

    progress.step('Measuring: a month without requests');
    const idleMonth = monthlyParts(loadAssembly(assembly), prices);
    for (const { logicalId, name, everyMinutes } of schedulesOf(loadAssembly(assembly))) {
      await local.fireSchedule(logicalId);
      const work = await measure(async () => {
        await local.fireSchedule(logicalId);
        return { requests: 0, bytes: 0 };
      });
      const { total } = priceOf(work, prices, fromQueue);
      idleMonth.push({ name: `schedule ${name}`, dollars: (total * MINUTES_PER_MONTH) / everyMinutes });
    }
    return { perMillion: results, idleMonth };
  } finally {
    await local.stop();
    await proxy.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
