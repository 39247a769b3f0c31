import { renderTable } from '../../cli/core/output.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import type { BareLoopPart } from './bare-loop-part.ts';
import { inBenchFolder, ROOT } from './bench-folder.ts';
import { countService, type Cost } from './count.ts';
import { Engine } from './engine.ts';
import { fillTeam } from './fill-team.ts';
import { makeFixture, type Fixture } from './fixture.ts';
import type { LoadPart } from './load-part.ts';
import { measure, type Measurement, type Plan } from './measure.ts';
import { startPart, type Part } from './part.ts';
import type { Progress } from './progress.ts';
import type { ServicePart } from './service-part.ts';

export interface GrowthPlan extends Plan {
  /** How many stories the team has, and its workspace, at each measurement. */
  sizes: readonly number[];
}

export const grownOperations = ['get', 'list', 'create'] as const;
type GrownOperation = (typeof grownOperations)[number];

export interface GrowthResult {
  stories: number;
  costs: Record<GrownOperation, Cost>;
  measured: Record<GrownOperation, Measurement>;
}

/** The sizes that are compared, and by how much the rates may differ. */
const BASE = 2_000;
const COMPARED = 100_000;
const TOLERANCE = 0.1;

/**
 * What stories already present cost those who read and write: one team of one workspace grows, and at each size capacity
 * units are counted and get, list and create measured, beside the bare loop on the same table, which shows what of a
 * slower answer is the engine's.
 */
export const measureGrowth = (plan: GrowthPlan, progress: Progress): Promise<GrowthResult[]> =>
  inBenchFolder(async (home, ends) => {
    progress.start(
      plan.sizes.at(-1)! / 1_000 + plan.sizes.length * grownOperations.length * (plan.rounds + 2),
    );
    ends.push(() => progress.end());
    const options = { home, port: 0, assembly: await synthesize(ROOT) };
    const proxy = await startProxy();
    ends.push(() => proxy.stop());
    const made = await withParts(async (start) => {
      const service = start<Part<ServicePart>>(startPart('./service-part.ts'));
      const { tableName, ...address } = await service.call('start', options);
      return { tableName, fixture: await makeFixture({ tableName, ...address }) };
    });
    const { tableName } = made;
    const like = made.fixture.listed[0]!;
    const results: GrowthResult[] = [];
    let written = 0;
    for (const stories of plan.sizes) {
      const onWritten = (count: number) =>
        progress.step(`${stories.toLocaleString('en')} stories: writing`, count / 1_000);
      const ids = await fillTeam({ home, tableName, like: like.id, from: written, to: stories, onWritten });
      written = stories;
      const { listTeamId } = made.fixture;
      const fixture = {
        ...made.fixture,
        createTeamId: listTeamId,
        listed: ids.map((id) => ({ ...like, id })),
      };
      results.push({ stories, ...(await measureAt(fixture, options, proxy, plan, progress)) });
    }
    return results;
  });

/** Runs something with processes that end after it. */
async function withParts<T>(run: (start: <P extends Part<never>>(part: P) => P) => Promise<T>): Promise<T> {
  const parts: Part<never>[] = [];
  try {
    return await run((part) => {
      parts.push(part);
      return part;
    });
  } finally {
    for (const part of parts.reverse()) await part.stop();
  }
}

async function measureAt(
  fixture: Fixture,
  options: { home: string; port: number; assembly: string },
  proxy: DynamoDbProxy,
  plan: Plan,
  progress: Progress,
): Promise<Omit<GrowthResult, 'stories'>> {
  const counted = await withParts(async (start) => {
    const service = start<Part<ServicePart>>(startPart('./service-part.ts'));
    const started = await service.call('start', { ...options, proxy: proxy.endpoint });
    const { baseUrl, dynamodbEndpoint: target, credentials } = started;
    Object.assign(proxy, { target, credentials });
    const load = start<Part<LoadPart>>(startPart('./load-part.ts'));
    await load.call('aim', { baseUrl, fixture });
    return countService(load, proxy, grownOperations);
  });
  return withParts(async (start) => {
    const service = start<Part<ServicePart>>(startPart('./service-part.ts'));
    const { baseUrl, ...place } = await service.call('start', options);
    const load = start<Part<LoadPart>>(startPart('./load-part.ts'));
    await load.call('aim', { baseUrl, fixture });
    const bare = start<Part<BareLoopPart>>(startPart('./bare-loop-part.ts'));
    const recorded = { ...counted.recorded, update: [] };
    await bare.call('aim', { ...place, fixture, recorded });
    const setup = { service, load, bare, engine: new Engine(options.home, place.dynamodbEndpoint) };
    const measured = {} as GrowthResult['measured'];
    for (const operation of grownOperations) {
      [measured[operation]] = (await measure(operation, setup, plan, progress)) as [Measurement];
    }
    return { costs: counted.costs, measured };
  });
}

/** The results as a table, and whether they are as promised. */
export function renderGrowth(results: readonly GrowthResult[], stream: NodeJS.WriteStream): string {
  const headings = [
    'stories',
    '',
    'requests/s',
    'p50 ms',
    'bare loop/s',
    'ratio',
    'read units',
    'write units',
  ];
  const rows = results.flatMap(({ stories, measured, costs }) =>
    grownOperations.map((operation) => {
      const { perSecond, p50, barePerSecond, ratio } = measured[operation];
      const { readUnits, writeUnits } = costs[operation];
      const figures = [
        perSecond.toFixed(0),
        p50.toFixed(1),
        barePerSecond.toFixed(0),
        ratio.median.toFixed(2),
      ];
      return [stories.toLocaleString('en'), operation, ...figures, String(readUnits), String(writeUnits)];
    }),
  );
  return `${renderTable(headings, rows, stream)}\n\n${verdictsOf(results).join('\n')}\n`;
}

/** A sentence for each promise about growth. */
export function verdictsOf(results: readonly GrowthResult[]): string[] {
  if (results.length < 2) return ['One size says nothing about growth.'];
  const units = new Set(results.map(({ costs }) => JSON.stringify(costs)));
  const flat = `Capacity units and round trips are the same at all sizes: ${units.size === 1 ? 'met' : 'missed'}.`;
  const base = results.find(({ stories }) => stories === BASE);
  const compared = results.find(({ stories }) => stories === COMPARED);
  if (!base || !compared) return [flat];
  const change = (of: (measurement: Measurement) => number, operation: GrownOperation) =>
    of(compared.measured[operation]) / of(base.measured[operation]) - 1;
  const shown = (share: number) => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(0)} %`;
  const rates = grownOperations.map((operation) => {
    const service = change(({ perSecond }) => perSecond, operation);
    const bare = change(({ barePerSecond }) => barePerSecond, operation);
    const verdict = service >= -TOLERANCE ? 'met' : 'missed';
    return (
      `${operation} at ${COMPARED.toLocaleString('en')} is within 10 % of ${BASE.toLocaleString('en')}: ${verdict} ` +
      `(${shown(service)}; the bare loop, which shows the engine, ${shown(bare)}).`
    );
  });
  return [flat, ...rates];
}
