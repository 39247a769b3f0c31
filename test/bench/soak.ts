import { synthesize } from '../../infra/local/template/synth.ts';
import { renderTable } from '../../cli/core/output.ts';
import { inBenchFolder, ROOT } from './bench-folder.ts';
import { Engine } from './engine.ts';
import { makeFixture } from './fixture.ts';
import type { LoadPart } from './load-part.ts';
import { memoryOf } from './machine.ts';
import { startPart } from './part.ts';
import type { Progress } from './progress.ts';
import { operationNames } from './requests.ts';
import type { ServicePart } from './service-part.ts';
import { median, quantile } from './statistics.ts';

export interface SoakPlan {
  durationMs: number;
  /** How long each operation is called, in turns. */
  sliceMs: number;
}

export interface SoakSample {
  /** Since the start, in milliseconds. */
  at: number;
  requests: number;
  serviceMb: number;
  engineMb: number;
  /** How long what the stream had not handled yet took, in milliseconds. */
  backlogMs: number;
}

const CONNECTIONS = 4;
/** How much more memory the last third may hold than the second. */
const GROWTH_LIMIT = 0.1;
/** What may be unprocessed at the end, in milliseconds of work. */
const BACKLOG_LIMIT_MS = 1_000;

/** Calls get, list, update and create in turns for long, and after each turn reads the memory and what is not handled yet. */
export const measureSoak = ({ durationMs, sliceMs }: SoakPlan, progress: Progress): Promise<SoakSample[]> =>
  inBenchFolder(async (home, ends) => {
    const turns = Math.max(1, Math.round(durationMs / (operationNames.length * sliceMs)));
    progress.start(turns + 1);
    ends.push(() => progress.end());
    progress.step('Starting');
    const service = startPart<ServicePart>('./service-part.ts');
    ends.push(() => service.stop());
    const address = await service.call('start', { home, port: 0, assembly: await synthesize(ROOT) });
    const fixture = await makeFixture(address);
    const load = startPart<LoadPart>('./load-part.ts');
    ends.push(() => load.stop());
    await load.call('aim', { baseUrl: address.baseUrl, fixture });
    const engine = new Engine(home, address.dynamodbEndpoint);
    const samples: SoakSample[] = [];
    const startedAt = performance.now();
    while (samples.length < turns) {
      progress.step(`${samples.length + 1} of ${turns} turns`);
      let requests = 0;
      for (const operation of operationNames) {
        const run = { operation, connections: CONNECTIONS, until: { ms: sliceMs } };
        requests += (await load.call('run', run)).requests;
      }
      const before = performance.now();
      await service.call('settle', undefined);
      samples.push({
        at: performance.now() - startedAt,
        requests,
        serviceMb: memoryOf(service.pid),
        engineMb: memoryOf(engine.pid),
        backlogMs: performance.now() - before,
      });
    }
    return samples;
  });

/** The samples by thirds of the run, and whether memory and backlog stayed as they were. */
export function renderSoak(samples: readonly SoakSample[], stream: NodeJS.WriteStream): string {
  const thirds = [0, 1, 2].map((third) => {
    const [from, to] = [third, third + 1].map((at) => Math.floor((at * samples.length) / 3));
    return samples.slice(from, Math.max(to!, from! + 1));
  });
  const rows = thirds.map((part, third) => {
    const of = (value: (sample: SoakSample) => number) => median(part.map(value)).toFixed(0);
    return [
      ['first third', 'second third', 'last third'][third]!,
      part.reduce((sum, { requests }) => sum + requests, 0).toLocaleString('en'),
      of(({ serviceMb }) => serviceMb),
      of(({ engineMb }) => engineMb),
      of(({ backlogMs }) => backlogMs),
      quantile(
        part.map(({ backlogMs }) => backlogMs),
        1,
      ).toFixed(0),
    ];
  });
  const headings = ['', 'requests', 'service, MB', 'engine, MB', 'backlog, ms', 'longest, ms'];
  const memory = thirds.map((part) => median(part.map(({ serviceMb }) => serviceMb)));
  const grown = memory[2]! / memory[1]! - 1;
  const backlog = median(thirds[2]!.map(({ backlogMs }) => backlogMs));
  return (
    `${renderTable(headings, rows, stream)}\n\n` +
    `The memory of the last third is within 10 % of the second: ${grown <= GROWTH_LIMIT ? 'met' : 'missed'}.\n` +
    `The backlog of the last third is below a second: ${backlog < BACKLOG_LIMIT_MS ? 'met' : 'missed'}.\n`
  );
}
