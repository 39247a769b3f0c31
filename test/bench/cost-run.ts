import { resolve } from 'node:path';
import pLimit from 'p-limit';
import { INBOX_HOST } from '../../infra/local/runner/local-hosts.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { loadAssembly } from '../../infra/local/template/template.ts';
import { productionDeployment, productionResources } from './cost-deployment.ts';
import {
  coldGigabyteSeconds,
  less,
  priceOf,
  times,
  usedBy,
  type Deployment,
  type Dollars,
  type Used,
  type Work,
} from './cost-model.ts';
import { startCostService, type CostService } from './cost-service.ts';
import type { Prices } from './prices.ts';
import type { Progress } from './progress.ts';
import { conversations, searchFor, toolCall, type Conversation } from './requests.ts';
import { searchPolicies, simulateSearchMix } from './search-mix.ts';
import { coldStartsOf, teamMails, teamMonth } from './team-month.ts';
import { gatewayFunctions, monthlyParts, schedulesOf, storageParts } from './template-costs.ts';
import { fetchPatiently } from './patient-fetch.ts';
import { TAB } from './tab-days.ts';
import { trying } from './trying.ts';

const MILLION = 1_000_000;
const MINUTES_PER_MONTH = 30 * 24 * 60;

/** US dollars for something. */
interface Part {
  name: string;
  dollars: number;
}

export interface CostResults {
  /** US dollars for a million of each, and the total where requests do not pass CloudFront. */
  perMillion: { name: string; dollars: Dollars; direct: number; aim?: Aim | undefined; used: Used }[];
  /** US dollars of a month without a request, of a gigabyte for a month, and of a month of a team. */
  idleMonth: Part[];
  gigabyteMonth: Part[];
  team: (Part & { count: number })[];
}

/** The most that a million is to cost. With `direct`, where only pages of portals pass CloudFront. */
export interface Aim {
  most: number;
  direct?: boolean;
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

const measured = [
  ['get', 'get a story', { most: 2.3, direct: true }],
  ['list', 'list 50 stories', { most: 6 }],
  ['search', 'search', undefined],
  ['tool', 'call a tool of MCP', undefined],
  ['create', 'create a story', { most: 9.5, direct: true }],
  ['update', 'change a title', { most: 6, direct: true }],
  ['tab', TAB, undefined],
] as const;

const SEARCH_AIM: Aim = { most: 7, direct: true };
const SIMULATED_SEARCHES = 100_000;

/** What one of some operations costs, a million times, and uses. */
interface Each {
  dollars: Dollars;
  direct: number;
  used: Used;
}

const without = (whole: Each, part: Each): Each => ({
  dollars: less(whole.dollars, part.dollars),
  direct: whole.direct - part.direct,
  used: less(whole.used, part.used),
});

/** Measures what operations use on the local service, with the latency of a database in a data center, and prices it. */
export async function runCost(plan: CostPlan, prices: Prices, progress: Progress): Promise<CostResults> {
  progress.start(3 + measured.length + 3 * plan.bursts.length);
  progress.step('Starting the service');
  const assembly = await synthesize(resolve(import.meta.dirname, '../..'));
  const service = await startCostService(assembly, Math.max(...plan.bursts.map(({ size }) => size)));
  try {
    const resources = productionResources();
    const deployment = productionDeployment(resources, prices, service.inits);
    const perMillion = await measureOperations(service, plan, deployment, progress);
    progress.step('Measuring: a month without requests');
    const idleMonth = monthlyParts(resources, prices);
    const behindGateway = gatewayFunctions(resources);
    for (const { logicalId, name, everyMinutes } of schedulesOf(loadAssembly(assembly))) {
      await service.fireSchedule(logicalId);
      const work = await service.measure(async () => {
        await service.fireSchedule(logicalId);
        return { requests: 0, bytes: 0 };
      });
      // The canary's requests come in by the public address like any other.
      const apiRequests = work.invocations.filter((one) => behindGateway.has(one.functionName)).length;
      const dollars =
        (priceOf({ ...work, apiRequests }, deployment).total * MINUTES_PER_MONTH) / everyMinutes;
      idleMonth.push({ name: `schedule ${name}`, dollars });
    }
    return {
      perMillion,
      idleMonth,
      gigabyteMonth: storageParts(resources, prices),
      team: teamParts(perMillion, deployment),
    };
  } finally {
    await service.stop();
  }
}

async function measureOperations(
  service: CostService,
  plan: CostPlan,
  deployment: Deployment,
  progress: Progress,
): Promise<CostResults['perMillion']> {
  const { fixture, send, measure } = service;
  const talks = {
    ...conversations(fixture),
    search: searchFor(fixture),
    tool: toolCall(fixture, service.mcpToken),
    tab: service.tab,
  };
  const each = (work: Work, count: number): Each => ({
    dollars: times(priceOf(work, deployment), MILLION / count),
    direct: (priceOf(work, { ...deployment, hasEdge: false }).total * MILLION) / count,
    used: times(usedBy(work, deployment), 1 / count),
  });
  const alone = async (name: keyof typeof talks, count = plan.alone): Promise<Each> => {
    const talk = talks[name](0);
    for (let warmUp = 0; warmUp < count; warmUp++) await send(talk);
    const work = await measure(async () => {
      let bytes = 0;
      for (let sent = 0; sent < count; sent++) {
        bytes += await send(talk);
        await service.settle();
      }
      return { requests: count, bytes };
    });
    return each(work, count);
  };
  const burst = async (talking: readonly Conversation[], { size, atOnce }: Burst): Promise<Each> => {
    const limit = pLimit(atOnce);
    const sendAll = () => Promise.all(talking.slice(0, size).map((talk) => limit(() => send(talk))));
    await sendAll();
    const work = await measure(async () => {
      const sizes = await sendAll();
      return { requests: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
    });
    return each(work, size);
  };

  const results: CostResults['perMillion'] = [];
  /** A step that fails, as on a machine that stands still for seconds, says so and is measured once more. */
  const measureStep = async <T>(task: string, work: () => Promise<T>): Promise<T> => {
    progress.step(`Measuring: ${task}`);
    return await trying(task, work, progress.warn);
  };
  const add = (name: string, one: Each, aim?: Aim) => void results.push({ name, ...one, aim });
  for (const [name, title, aim] of measured) {
    const each = await measureStep(title, () => alone(name));
    add(title, each, aim);
    if (name === 'search') add('search of 10,000 workspaces', openingModels(each), SEARCH_AIM);
  }
  const updates = fixture.updatedByService.map((_, connection) => talks.update(connection));
  const creates = updates.map(() => talks.create(0));
  const quietBursts = new Map<Burst, Each>();
  for (const one of plan.bursts) {
    const created = await measureStep(`create a story, ${many(one)}`, () => burst(creates, one));
    add(`create a story, ${many(one)}`, created);
    const changed = await measureStep(`change a title, ${many(one)}`, () => burst(updates, one));
    add(`change a title, ${many(one)}`, changed);
    quietBursts.set(one, changed);
  }

  await trying('making an endpoint', () => createEndpoint(service), progress.warn);
  const update = results.find(({ name }) => name === 'change a title')!;
  const followed = await measureStep('a webhook delivery', () => alone('update'));
  add('webhook delivery, by itself', without(followed, update), { most: 7 });
  for (const [one, quiet] of quietBursts) {
    const delivered = await measureStep(`deliveries, ${many(one)}`, () => burst(updates, one));
    add(`webhook delivery, ${many(one)}`, without(delivered, quiet), { most: 4 });
  }
  return results;
}

/** A search as the simulation mixes them (`npm run simulate -- search`), which often opens read models. */
function openingModels({ dollars, direct, used }: Each): Each {
  const [policy] = Object.values(searchPolicies());
  const { opening } = simulateSearchMix({ seed: 1, searches: SIMULATED_SEARCHES, policy: policy! });
  return {
    dollars: { ...dollars, models: opening, total: dollars.total + opening },
    direct: direct + opening,
    used,
  };
}

async function createEndpoint({ baseUrl, fixture: { token, workspaceId } }: CostService): Promise<void> {
  const made = await fetchPatiently(`${baseUrl}/api/v1/workspaces/${workspaceId}/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Costs',
      url: `https://${INBOX_HOST}/`,
      subscriptions: ['story.updated'],
    }),
  });
  if (!made.ok) throw new Error(`The endpoint was answered with ${made.status}: ${await made.text()}`);
}

/** A month of a team: its operations, and the sandboxes that they start beyond those that are in them. */
function teamParts(perMillion: CostResults['perMillion'], deployment: Deployment): CostResults['team'] {
  const operations = teamMonth.map(({ operation, count }) => {
    const { dollars } = perMillion.find(({ name }) => name === operation)!;
    return { name: operation, count, dollars: (dollars.total * count) / MILLION };
  });
  const { prices, inits, memoryOf, secretsOf } = deployment;
  const cold = [...coldStartsOf(teamMonth)];
  const loads = cold.map(([functionName, starts]) => {
    const init = inits.get(functionName);
    if (!init) throw new Error(`${functionName} was never started.`);
    return starts * coldGigabyteSeconds(init, memoryOf(init.memoryMb));
  });
  const starts = cold.reduce((sum, [, count]) => sum + count, 0);
  const reads = cold.reduce((sum, [name, count]) => sum + count * (secretsOf.get(name) ?? 0), 0);
  const delivery = perMillion.find(({ name }) => name === 'webhook delivery, by itself')!;
  const gigabyteSeconds = loads.reduce((sum, load) => sum + load, 0);
  return [
    ...operations,
    { name: 'new sandboxes', count: starts, dollars: gigabyteSeconds * prices.perGigabyteSecond },
    {
      name: 'secrets read by these',
      count: reads,
      dollars: (reads * prices.perMillionSecretReads) / MILLION,
    },
    // To send one takes about what a delivery does.
    {
      name: 'mails',
      count: teamMails,
      dollars: teamMails * (prices.perThousandMails / 1_000 + delivery.dollars.total / MILLION),
    },
  ];
}
