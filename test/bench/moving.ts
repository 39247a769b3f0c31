import { spawn } from 'node:child_process';
import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { synthesize } from '../../infra/local/template/synth.ts';
import { renderTable } from '../../cli/core/output.ts';
import { inBenchFolder, ROOT } from './bench-folder.ts';
import { fillTeam } from './fill-team.ts';
import { createResource, description, makeFixture, title, type Address } from './fixture.ts';
import { memoryOf } from './machine.ts';
import { startPart } from './part.ts';
import type { Progress } from './progress.ts';
import type { ServicePart } from './service-part.ts';
import { median } from './statistics.ts';

export interface MovingPlan {
  /** How many stories are exported, and how many rows imported; the fewest show whether memory grows with them. */
  out: number[];
  in: number[];
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

/** Exports workspaces of many stories with the command line, and imports files of as many rows. Linux only. */
export const measureMoving = (plan: MovingPlan, progress: Progress): Promise<MovingResult[]> =>
  inBenchFolder(async (home, ends) => {
    progress.start(2 + 2 * plan.out.length + plan.in.length);
    ends.push(() => progress.end());
    progress.step('Starting');
    const options = { home, port: 0, assembly: await synthesize(ROOT) };
    const large = await makeLarge(options, plan.out, progress);
    progress.step('Starting again');
    const service = startPart<ServicePart>('./service-part.ts');
    ends.push(() => service.stop());
    const address = await service.call('start', options);
    const results: MovingResult[] = [];
    for (const { stories, token } of large) {
      progress.step(`Exporting ${stories} stories`);
      const folder = join(home, `out-${stories}`);
      const left = await run(['export', folder, '--csv'], envOf(address, token), service.pid);
      assertWhole(folder, stories);
      const files = readdirSync(folder).map((name) => join(folder, name));
      results.push({ rows: stories, way: 'out', ...left, fileMb: megabytesOf(files) });
    }
    for (const rows of plan.in) {
      const { token } = await makeFixture(address, 'admin', 0);
      const file = join(home, `${rows}.csv`);
      await pipeline(Readable.from(linesOf(rows)), createWriteStream(file));
      progress.step(`Importing ${rows} rows`);
      const command = ['import', file, '--map', 'team="CRE"', '--yes'];
      const arrived = await run(command, envOf(address, token), service.pid);
      results.push({ rows, way: 'in', ...arrived, fileMb: megabytesOf([file]) });
    }
    return results;
  });

const envOf = ({ baseUrl }: Pick<Address, 'baseUrl'>, token: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PLOTLINE_URL: baseUrl,
  PLOTLINE_TOKEN: token,
});

/** Makes workspaces with a team of many stories each, in a service that it stops. */
async function makeLarge(
  options: { home: string; port: number; assembly: string },
  sizes: readonly number[],
  progress: Progress,
): Promise<{ stories: number; token: string }[]> {
  const service = startPart<ServicePart>('./service-part.ts');
  const made: { stories: number; token: string; like: string }[] = [];
  const address = await service.call('start', options);
  for (const stories of sizes) {
    const fixture = await makeFixture(address, 'admin', 0);
    const call = async (path: string, body: object) => createResource(address, fixture, path, body);
    // The numbers that its stories would have drawn.
    const { id: teamId } = await call('teams', { name: 'Large', code: 'LARGE', nextSequenceId: stories + 1 });
    const { id: like } = await call('stories', {
      teamId,
      title: title(0),
      description: description.repeat(8),
    });
    made.push({ stories, token: fixture.token, like });
  }
  await service.call('settle', undefined);
  await service.stop();
  for (const { stories, like } of made) {
    progress.step(`Writing ${stories} stories`);
    const { home } = options;
    const onWritten = () => undefined;
    await fillTeam({ home, tableName: address.tableName, like, from: 0, to: stories, onWritten });
  }
  return made;
}

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
    count.toLocaleString('en'),
    way,
    (count / seconds).toFixed(0),
    fileMb.toFixed(1),
    commandMb.toFixed(0),
    serviceMb.toFixed(0),
    Number.isNaN(timeLeftOff) ? '' : `${(100 * timeLeftOff).toFixed(0)} %`,
  ]);
  const names = ['rows', 'way', 'rows/s', 'file, MB', 'command, MB', 'service, MB', 'time left off by'];
  const out = results.filter(({ way }) => way === 'out');
  const grownBy = (of: 'commandMb' | 'serviceMb'): number => out.at(-1)![of] - out[0]![of];
  const verdicts = (['commandMb', 'serviceMb'] as const).map((of) => {
    const grown = grownBy(of);
    const where = of === 'commandMb' ? 'command' : 'service';
    const verdict = grown <= GROWTH_MAX_MB ? 'met' : 'missed';
    return `From the fewest stories to the most, an export takes ${grown.toFixed(0)} MB more in the ${where}: ${verdict} (≤ ${GROWTH_MAX_MB}).`;
  });
  return `${renderTable(names, rows, stream)}\n${verdicts.join('\n')}\n`;
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
