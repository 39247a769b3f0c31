import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readFunctions } from '../../infra/local/lambda/functions.ts';
import { createResolver } from '../../infra/local/template/intrinsics.ts';
import { resourceValues } from '../../infra/local/template/resources.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { loadAssembly } from '../../infra/local/template/template.ts';
import { startLocal } from '../../infra/local/start.ts';
import { renderTable } from '../../infra/cli/core/output.ts';
import { startProxy } from '../support/dynamodb-proxy.ts';
import type { BareLoopPart } from './bare-loop-part.ts';
import { countService } from './count.ts';
import { makeFixture } from './fixture.ts';
import type { HandlerPart } from './handler-part.ts';
import type { LoadPart } from './load-part.ts';
import { startPart } from './part.ts';
import type { Progress } from './progress.ts';
import { operationNames, type OperationName } from './requests.ts';
import { median } from './statistics.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** The functions that answer. */
const functions: Record<OperationName, string> = {
  get: 'StoriesFunction',
  list: 'SearchFunction',
  update: 'StoriesFunction',
  create: 'StoriesFunction',
};

export interface CpuPlan {
  rounds: number;
  /** Requests of each side in a round, and ten times as many before the first. */
  requests: Record<OperationName, number>;
}

interface CpuResult {
  operation: OperationName;
  /** CPU time of a request in milliseconds, medians of the rounds: of the function, and of the bare handler. */
  handlerMs: number;
  bareMs: number;
  /** Median, lowest and highest of the rounds. */
  ratio: { median: number; lowest: number; highest: number };
}

/** What the ratio is to be at most. */
const targets: Partial<Record<OperationName, number>> = { get: 1, list: 1.15, create: 1.1 };

/**
 * The CPU time of a request in the functions of stories as they are bundled, beside a process that makes the same DynamoDB
 * calls with the stock client and nothing else. They take turns, one request at a time, each in a process of its own.
 */
export async function measureCpu(plan: CpuPlan, progress: Progress): Promise<CpuResult[]> {
  const ends: (() => unknown)[] = [];
  progress.start(2 + operationNames.length * (plan.rounds + 1));
  try {
    progress.step('Recording calls');
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    const home = mkdtempSync(join(ROOT, 'dist/bench-'));
    ends.push(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
    const assembly = await synthesize(ROOT);
    const proxy = await startProxy();
    ends.push(() => proxy.stop());
    // What the stream sets off goes past the proxy, whose calls are counted.
    const dynamodbEndpoint = (_: string, answersRequests: boolean) =>
      answersRequests ? proxy.endpoint : undefined;
    const local = await startLocal({
      home,
      port: 0,
      assembly,
      inMemory: true,
      quiet: true,
      dynamodbEndpoint,
    });
    ends.push(() => local.stop());
    proxy.target = local.dynamodbEndpoint;
    const address = { ...local, tableName: local.tableName() };
    const fixture = await makeFixture(address);
    const load = startPart<LoadPart>('./load-part.ts');
    ends.push(() => load.stop());
    await load.call('aim', { baseUrl: local.baseUrl, fixture });
    const { recorded } = await countService(load, proxy);

    const bare = startPart<BareLoopPart>('./bare-loop-part.ts');
    ends.push(() => bare.stop());
    const { dynamodbEndpoint: endpoint, tableName } = address;
    await bare.call('aim', { dynamodbEndpoint: endpoint, tableName, fixture, recorded, stock: true });
    const modules = readModules(assembly);
    const results: CpuResult[] = [];
    for (const operation of operationNames) {
      const name = functions[operation];
      const environment = { ...local.environments[name]!, AWS_ENDPOINT_URL_DYNAMODB: endpoint };
      const handler = startPart<HandlerPart>('./handler-part.ts');
      ends.push(() => handler.stop());
      await handler.call('aim', { modulePath: modules.get(name)!, environment, fixture });
      const sides = {
        handler: {
          cpu: () => handler.cpu(),
          run: (requests: number) => handler.call('run', { operation, requests }),
        },
        bare: {
          cpu: () => bare.cpu(),
          run: (requests: number) => bare.call('run', { operation, connections: 1, until: { requests } }),
        },
      };
      results.push(await compare(operation, sides, plan, progress));
    }
    return results;
  } finally {
    progress.end();
    for (const end of ends.reverse()) await end();
  }
}

function readModules(assembly: string): Map<string, string> {
  const template = loadAssembly(assembly);
  const resolver = createResolver(template, resourceValues({ baseUrl: '', queueUrl: () => '' }));
  return new Map(readFunctions(template, resolver).map(({ name, modulePath }) => [name, modulePath]));
}

interface Side {
  cpu: () => Promise<number>;
  run: (requests: number) => Promise<unknown>;
}

async function compare(
  operation: OperationName,
  { handler, bare }: { handler: Side; bare: Side },
  plan: CpuPlan,
  progress: Progress,
): Promise<CpuResult> {
  const { rounds } = plan;
  const requests = plan.requests[operation];
  progress.step(`${operation}: warm-up`);
  await handler.run(10 * requests);
  await bare.run(10 * requests);
  const measured: { handler: number; bare: number }[] = [];
  const measure = async (side: Side) => {
    const before = await side.cpu();
    await side.run(requests);
    return ((await side.cpu()) - before) / requests;
  };
  for (let round = 0; round < rounds; round++) {
    progress.step(`${operation}: round ${round + 1} of ${rounds}`);
    // Who begins changes, so that a machine that grows slower favors neither.
    const first = await measure(round % 2 === 0 ? handler : bare);
    const second = await measure(round % 2 === 0 ? bare : handler);
    measured.push(round % 2 === 0 ? { handler: first, bare: second } : { handler: second, bare: first });
  }
  const ratios = measured.map((one) => one.handler / one.bare);
  return {
    operation,
    handlerMs: median(measured.map((one) => one.handler)),
    bareMs: median(measured.map((one) => one.bare)),
    ratio: { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) },
  };
}

/** The results as a table for a terminal. */
export function renderCpu(results: readonly CpuResult[], stream: NodeJS.WriteStream): string {
  const rows = results.map(({ operation, handlerMs, bareMs, ratio }) => {
    const target = targets[operation];
    const verdict = target === undefined ? '' : `≤ ${target} ${ratio.median <= target ? 'met' : 'missed'}`;
    const range = `${ratio.lowest.toFixed(2)}–${ratio.highest.toFixed(2)}`;
    return [operation, handlerMs.toFixed(2), bareMs.toFixed(2), ratio.median.toFixed(2), range, verdict];
  });
  const headings = ['', 'function, CPU ms', 'bare handler, CPU ms', 'ratio', 'range', 'target'];
  return `${renderTable(headings, rows, stream)}\n`;
}
