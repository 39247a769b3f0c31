import { renderTable } from '../../cli/core/output.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { inBenchFolder, ROOT } from './bench-folder.ts';
import { Engine } from './engine.ts';
import { makeFixture } from './fixture.ts';
import { makeStories } from './make-stories.ts';
import type { LoadPart, LoadResult } from './load-part.ts';
import { startPart, type Part } from './part.ts';
import type { Progress } from './progress.ts';
import { startRedmine } from './redmine.ts';
import type { ServicePart } from './service-part.ts';
import { median, quantile } from './statistics.ts';

const CONNECTIONS = 16;
const STORIES = 2_000;
const ROUNDS = 5;
const SLICE_MS = 4_000;
const WARM_UP = { plotline: 4_000, redmine: 100 };

const operations = ['get', 'list', 'create'] as const;
/** How many times as many requests a second it is to be at least. */
const targets = { get: 40, list: 30, create: 8 };

interface Side {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
}

interface Comparison {
  operation: (typeof operations)[number];
  plotline: Side;
  redmine: Side;
  ratio: { median: number; lowest: number; highest: number };
}

/** The same load program at both, which take turns on this machine, with as many stories in each. */
export const compareWithRedmine = (progress: Progress): Promise<Comparison[]> =>
  inBenchFolder(async (home, ends) => {
    progress.start(2 + operations.length * (ROUNDS + 1));
    ends.push(() => progress.end());
    progress.step('Setting up Redmine');
    const { baseUrl: redmineUrl, fixture: redmineFixture } = await startRedmine(home, STORIES, ends);
    progress.step('Setting up Plotline');
    const started = <M extends Part<never>>(part: M): M => {
      ends.push(() => part.stop());
      return part;
    };
    const service = started(startPart<ServicePart>('./service-part.ts'));
    const address = await service.call('start', { home, port: 0, assembly: await synthesize(ROOT) });
    const fixture = await makeFixture(address);
    await makeStories(address, fixture, fixture.listTeamId, STORIES - fixture.listed.length);
    const plotline = started(startPart<LoadPart>('./load-part.ts'));
    await plotline.call('aim', { baseUrl: address.baseUrl, fixture });
    const redmine = started(startPart<LoadPart>('./load-part.ts'));
    await redmine.call('aim', { baseUrl: redmineUrl, redmine: redmineFixture });
    const engine = new Engine(home, address.dynamodbEndpoint);

    const comparisons: Comparison[] = [];
    for (const operation of operations) {
      const run = (load: Part<LoadPart>, until: { ms: number } | { requests: number }) =>
        load.call('run', { operation, connections: CONNECTIONS, until });
      progress.step(`${operation}: warm-up`);
      await run(plotline, { requests: WARM_UP.plotline });
      await run(redmine, { requests: WARM_UP.redmine });
      // Its transactions slow down with their number since its start, which is the emulator's, not DynamoDB's.
      await engine.restart();
      const ours: LoadResult[] = [];
      const theirs: LoadResult[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        progress.step(`${operation}: round ${round + 1} of ${ROUNDS}`);
        await service.call('settle', undefined);
        const turns = [
          async () => ours.push(await run(plotline, { ms: SLICE_MS })),
          async () => theirs.push(await run(redmine, { ms: SLICE_MS })),
        ];
        for (const turn of round % 2 === 0 ? turns : turns.reverse()) {
          await turn();
          await service.call('settle', undefined);
        }
      }
      comparisons.push(compare(operation, ours, theirs));
    }
    return comparisons;
  });

const rate = ({ requests, ms }: LoadResult) => (requests / ms) * 1_000;

function compare(
  operation: Comparison['operation'],
  ours: readonly LoadResult[],
  theirs: readonly LoadResult[],
): Comparison {
  const side = (results: readonly LoadResult[]): Side => ({
    perSecond: median(results.map(rate)),
    p50: median(results.flatMap(({ latencies }) => [...latencies])),
  });
  const ratios = ours.map((result, round) => rate(result) / rate(theirs[round]!));
  const ratio = { median: quantile(ratios, 0.5), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
  return { operation, plotline: side(ours), redmine: side(theirs), ratio };
}

/** The results as a table for a terminal. */
export function renderComparison(results: readonly Comparison[], stream: NodeJS.WriteStream): string {
  const rows = results.map(({ operation, plotline, redmine, ratio }) => [
    operation,
    ...[plotline, redmine].flatMap(({ perSecond, p50 }) => [perSecond.toFixed(0), p50.toFixed(0)]),
    ratio.median.toFixed(1),
    `${ratio.lowest.toFixed(1)}–${ratio.highest.toFixed(1)}`,
    `≥ ${targets[operation]} ${ratio.median >= targets[operation] ? 'met' : 'missed'}`,
  ]);
  const headings = ['', 'Plotline/s', 'p50 ms', 'Redmine/s', 'p50 ms', 'ratio', 'range', 'target'];
  return `${renderTable(headings, rows, stream)}\n`;
}
