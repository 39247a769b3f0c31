import { renderTable } from '../../cli/core/output.ts';
import type { BareLoopPart } from './bare-loop-part.ts';
import { inBenchFolder } from './bench-folder.ts';
import type { HandlerPart } from './handler-part.ts';
import { startPart } from './part.ts';
import type { Progress } from './progress.ts';
import { startRecordedService } from './recorded-service.ts';
import { operationNames, type OperationName } from './requests.ts';
import { median } from './statistics.ts';

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
export const measureCpu = (plan: CpuPlan, progress: Progress): Promise<CpuResult[]> =>
  inBenchFolder(async (home, ends) => {
    progress.start(2 + operationNames.length * (plan.rounds + 1));
    ends.push(() => progress.end());
    progress.step('Recording calls');
    const { fixture, recorded, functionOf, ...table } = await startRecordedService(home, ends);
    const bare = startPart<BareLoopPart>('./bare-loop-part.ts');
    ends.push(() => bare.stop());
    await bare.call('aim', { ...table, fixture, recorded, stock: true });
    const results: CpuResult[] = [];
    for (const operation of operationNames) {
      const handler = startPart<HandlerPart>('./handler-part.ts');
      ends.push(() => handler.stop());
      await handler.call('aim', { ...functionOf(operation), fixture });
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
  });

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
