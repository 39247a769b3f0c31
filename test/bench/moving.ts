import { spawn } from 'node:child_process';
import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { synthesize } from '../../infra/local/template/synth.ts';
import { renderTable } from '../../cli/core/output.ts';
import { inBenchFolder, ROOT } from './bench-folder.ts';
import { description, makeFixture, title } from './fixture.ts';
import { memoryOf } from './machine.ts';
import { startPart } from './part.ts';
import type { Progress } from './progress.ts';
import type { ServicePart } from './service-part.ts';
import { median } from './statistics.ts';

export interface MovingPlan {
  /** How many rows a file has; the smaller ones show whether memory grows with them. */
  sizes: number[];
}

interface MovingResult {
  rows: number;
  way: 'in' | 'out';
  seconds: number;
  /** At most. The service is one process with all functions, the worker that makes exports among them. */
  commandMb: number;
  serviceMb: number;
  /** What was read or written, in MB. */
  fileMb: number;
  /** How far the time left that was shown was off, in the median, as a share of what was left; NaN if none was shown. */
  timeLeftOff: number;
}

const SAMPLE_MS = 250;
/** How much more memory the most rows may take than the fewest, in MB. */
const GROWTH_MAX_MB = 150;

/** Imports files of many rows with the command line, and exports them again, each in a workspace of its own. Linux only. */
export const measureMoving = ({ sizes }: MovingPlan, progress: Progress): Promise<MovingResult[]> =>
  inBenchFolder(async (home, ends) => {
    progress.start(1 + 2 * sizes.length);
    ends.push(() => progress.end());
    progress.step('Starting');
    const service = startPart<ServicePart>('./service-part.ts');
    ends.push(() => service.stop());
    const address = await service.call('start', { home, port: 0, assembly: await synthesize(ROOT) });
    const results: MovingResult[] = [];
    for (const rows of sizes) {
      const { token } = await makeFixture(address, 'admin', 0);
      const env = { ...process.env, PLOTLINE_URL: address.baseUrl, PLOTLINE_TOKEN: token };
      const file = join(home, `${rows}.csv`);
      await pipeline(Readable.from(linesOf(rows)), createWriteStream(file));
      progress.step(`Importing ${rows} rows`);
      const arrived = await run(['import', file, '--map', 'team="CRE"', '--yes'], env, service.pid);
      results.push({ rows, way: 'in', ...arrived, fileMb: megabytesOf([file]) });
      progress.step(`Exporting ${rows} rows`);
      const folder = join(home, `out-${rows}`);
      const left = await run(['export', folder], env, service.pid);
      assertWhole(folder, rows);
      const files = readdirSync(folder).map((name) => join(folder, name));
      results.push({ rows, way: 'out', ...left, fileMb: megabytesOf(files) });
    }
    return results;
  });

function* linesOf(rows: number): Generator<string> {
  yield 'id,title,description,status,priority,created_at\n';
  for (let row = 1; row <= rows; row++)
    yield `${row},${title(row)},${description.repeat(8)},${row % 3 === 0 ? 'Done' : 'Backlog'},high,2026-01-02T03:04:05Z\n`;
}

function assertWhole(folder: string, rows: number): void {
  const { counts } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    counts: { stories: number };
  };
  if (counts.stories < rows) throw new Error(`The export has ${counts.stories} of ${rows} stories.`);
}

const megabytesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(file).size, 0) / 1_000_000;

/** Runs a command to its end, and looks how much memory it and the service hold, and what time left it shows. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv, servicePid: number | undefined) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'cli/plotline.mjs'), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const most = { commandMb: 0, serviceMb: 0 };
  const timer = setInterval(() => {
    most.commandMb = Math.max(most.commandMb, memoryOf(child.pid) || 0);
    most.serviceMb = Math.max(most.serviceMb, memoryOf(servicePid));
  }, SAMPLE_MS);
  const shown: { at: number; leftMs: number }[] = [];
  let said = '';
  child.stderr.on('data', (chunk) => {
    const text = String(chunk);
    said = `${said}${text}`.slice(-2_000);
    for (const [, minutes = '0', seconds = '0'] of text.matchAll(/, (?:(\d+) min )?(\d+) s left/g))
      shown.push({ at: performance.now(), leftMs: (Number(minutes) * 60 + Number(seconds)) * 1_000 });
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  clearInterval(timer);
  if (code !== 0) throw new Error(`plotline ${args[0]} ended with ${code}: ${said}`);
  const endedAt = performance.now();
  const off = shown.map(({ at, leftMs }) => Math.abs(at + leftMs - endedAt) / (endedAt - at));
  return { ...most, seconds: (endedAt - startedAt) / 1_000, timeLeftOff: off.length > 0 ? median(off) : NaN };
}

/** The results as a table for a terminal, and whether memory stayed as it was. */
export function renderMoving(results: readonly MovingResult[], stream: NodeJS.WriteStream): string {
  const rows = results.map(({ rows: count, way, seconds, fileMb, commandMb, serviceMb, timeLeftOff }) => [
    ...[count.toLocaleString('en'), way, (count / seconds).toFixed(0), fileMb.toFixed(1)],
    ...[commandMb.toFixed(0), serviceMb.toFixed(0)],
    Number.isNaN(timeLeftOff) ? '' : `${(100 * timeLeftOff).toFixed(0)} %`,
  ]);
  const names = ['rows', 'way', 'rows/s', 'file, MB', 'command, MB', 'service, MB', 'time left off by'];
  const out = results.filter(({ way }) => way === 'out');
  const grown = out.at(-1)!.commandMb - out[0]!.commandMb;
  const verdict = `From the fewest rows to the most, an export takes ${grown.toFixed(0)} MB more in the command`;
  return `${renderTable(names, rows, stream)}\n${verdict}: ${grown <= GROWTH_MAX_MB ? 'met' : 'missed'} (≤ ${GROWTH_MAX_MB}).\n`;
}

/** The result for the table of figures. */
export function summaryOfMoving(results: readonly MovingResult[]): string {
  const most = Math.max(...results.map(({ rows }) => rows));
  return results
    .filter(({ rows }) => rows === most)
    .map(
      ({ way, seconds, commandMb }) =>
        `${way} ${(most / seconds).toFixed(0)} rows/s, ${commandMb.toFixed(0)} MB`,
    )
    .join('; ')
    .concat(`, of ${most.toLocaleString('en')} rows`);
}
