/** `npm run bench`: what the service gives and takes on this machine, beside a bare loop of the same calls. */
import { writeFileSync } from 'node:fs';
import { parseArgs, styleText } from 'node:util';
import { measureAgents, renderAgents, summaryOf } from './agents/measure-agents.ts';
import { measureCold } from './cold.ts';
import { measureCpu, renderCpu, type CpuPlan } from './cpu.ts';
import { compareWithRedmine, renderComparison } from './compare-redmine.ts';
import { grownOperations, measureGrowth, renderGrowth, type GrowthPlan } from './growth.ts';
import { lineChart } from './line-chart.ts';
import type { Plan } from './measure.ts';
import { measureMemory, renderMemory, type MemoryPlan } from './memory.ts';
import { measureMoving, renderMoving, summaryOfMoving, type MovingPlan } from './moving.ts';
import { recordFigure } from './figure-results.ts';
import { createProgress, type Progress } from './progress.ts';
import { measureRecovery, renderRecovery, type RecoveryPlan } from './recovery.ts';
import { missingRedmine } from './redmine.ts';
import { measureSoak, renderSoak, type SoakPlan, type SoakSample } from './soak.ts';
import { measureVotes, renderVotes, verdictOfVotes } from './votes.ts';
import { renderCold, renderForTerminal, renderMarkdown } from './report.ts';
import { runBench } from './run.ts';

const USAGE = `npm run bench -- [options]           requests a second of the local service
npm run bench -- cpu [--smoke]     CPU time of a request in the function, which is what AWS bills
npm run bench -- cold [--smoke]    what a cold start of each function imports, and how long that takes
npm run bench -- memory [--smoke]  memory of the local service, at rest and under load
npm run bench -- load [--smoke]    units and rates while a team grows from 1,000 to 1,000,000 stories
npm run bench -- soak [--smoke]    memory and backlog during 15 minutes of load
npm run bench -- recovery [--smoke] time to drain after outages of receiver, database and projection
npm run bench -- votes [--smoke]   votes for one idea, two hundred a second, until all are counted
npm run bench -- moving [--smoke]  rates and memory of an import and an export of 100,000 stories
npm run bench -- agents [--smoke]  tasks that an AI client does over MCP, with the calls and tokens of each
npm run bench -- compare-redmine    requests a second beside Redmine's, which Debian's packages bring

  --quick           16 connections only, 3 rounds of 1 s
  --smoke           the same with hardly any load: shows that it runs, its figures say nothing
  --markdown FILE   write the results to FILE too, as Markdown
  --most NUMBER     with load and moving: no more stories than this
  --help            show this
`;

const full: Plan = {
  connections: [1, 16, 64],
  rounds: 5,
  sliceMs: 2_000,
  // The operations that come later have much of their code in common with the first.
  warmUp: { get: 20_000, list: 10_000, update: 10_000, create: 8_000 },
};
const quick: Plan = { ...full, connections: [16], rounds: 3, sliceMs: 1_000 };

const smoke: Plan = {
  connections: [16],
  rounds: 1,
  sliceMs: 50,
  warmUp: { get: 20, list: 20, update: 20, create: 20 },
};

// The engine's writes become slower with their number, so there are few.
const cpuFull: CpuPlan = { rounds: 10, requests: { get: 400, list: 200, update: 50, create: 50 } };
const cpuSmoke: CpuPlan = { rounds: 1, requests: { get: 1, list: 1, update: 1, create: 1 } };

const memoryFull: MemoryPlan = { restMs: 30_000, loadMs: 10_000 };
const memorySmoke: MemoryPlan = { restMs: 100, loadMs: 100 };

const growthFull: GrowthPlan = {
  connections: [16],
  rounds: 3,
  sliceMs: 2_000,
  warmUp: { get: 8_000, list: 3_000, update: 0, create: 1_500 },
  sizes: [1_000, 2_000, 10_000, 100_000, 1_000_000],
};
const growthSmoke: GrowthPlan = {
  connections: [2],
  rounds: 1,
  sliceMs: 50,
  warmUp: { get: 4, list: 4, update: 0, create: 4 },
  sizes: [100],
};

const soakFull: SoakPlan = { durationMs: 900_000, sliceMs: 2_500 };
const soakSmoke: SoakPlan = { durationMs: 1_200, sliceMs: 100 };

const recoveryFull: RecoveryPlan = { outageMs: 30_000, stories: 1_000 };
const recoverySmoke: RecoveryPlan = { outageMs: 500, stories: 10 };

// An import of a hundred thousand rows takes most of an hour.
const movingFull: MovingPlan = { out: [10_000, 100_000], in: [10_000, 100_000] };
const movingSmoke: MovingPlan = { out: [20], in: [20] };

/** What is measured apart from requests a second, by its name; each returns what it prints. */
const measures: Record<string, (smoke: boolean, progress: Progress, most: number) => Promise<string>> = {
  cpu: async (smoke, progress) => {
    const results = await measureCpu(smoke ? cpuSmoke : cpuFull, progress);
    record('cpu', smoke, ratiosOf(results));
    return renderCpu(results, process.stdout);
  },
  cold: async (smoke, progress) => {
    const results = await measureCold(smoke ? 1 : 15, progress);
    const ratio = Math.max(...results.bundles.map(({ importMs, bareMs }) => importMs / bareMs));
    const bytes = Math.max(...results.bundles.map(({ bytesAtImport }) => bytesAtImport));
    record('cold', smoke, `import at most ${ratio.toFixed(2)}; at most ${(bytes / 1_000).toFixed(0)} KB`);
    return renderCold(results, process.stdout);
  },
  memory: async (smoke, progress) => {
    const results = await measureMemory(smoke ? memorySmoke : memoryFull, progress);
    record('memory', smoke, `${results[0]!.serviceMb.toFixed(0)} MB`);
    return renderMemory(results, process.stdout);
  },
  load: async (smoke, progress, most) => {
    const plan = smoke ? growthSmoke : growthFull;
    const sizes = plan.sizes.filter((size, at) => at === 0 || size <= most);
    const results = await measureGrowth({ ...plan, sizes }, progress);
    const series = grownOperations.map((name) => ({
      name,
      points: results.map(({ stories, measured }) => ({ x: stories, y: measured[name].perSecond })),
    }));
    const title = 'Requests a second while a team grows';
    const axes = { xName: 'stories', yName: 'requests a second', isLogarithmic: true };
    const text = renderGrowth(results, process.stdout);
    record(
      'load',
      smoke,
      `${verdictIn(text)}, up to ${results.at(-1)!.stories.toLocaleString('en')} stories`,
    );
    return text + drawn('growth', lineChart({ title, ...axes, series }));
  },
  soak: async (smoke, progress) => {
    const samples = await measureSoak(smoke ? soakSmoke : soakFull, progress);
    const of = (value: (sample: SoakSample) => number) =>
      samples.map((sample) => ({ x: sample.at / 60_000, y: value(sample) }));
    const series = [
      { name: 'service', points: of(({ serviceMb }) => serviceMb) },
      { name: 'engine', points: of(({ engineMb }) => engineMb) },
    ];
    const axes = { xName: 'minutes', yName: 'MB' };
    const chart = lineChart({ title: 'Memory under load, MB', ...axes, series });
    const text = renderSoak(samples, process.stdout);
    record('soak', smoke, verdictIn(text));
    return text + drawn('soak', chart);
  },
  recovery: async (smoke, progress) => {
    const results = await measureRecovery(smoke ? recoverySmoke : recoveryFull, progress);
    const count = (of: 'lost' | 'twice') => results.reduce((total, result) => total + result[of], 0);
    record('recovery', smoke, `${count('lost')} lost, ${count('twice')} made twice`);
    return renderRecovery(results, process.stdout);
  },
  votes: async (smoke, progress) => {
    const result = await measureVotes(smoke ? 20 : 2_000, progress);
    const { perSecond, countMs } = result;
    const measured = `${perSecond.toFixed(0)} a second, counted ${(countMs / 1_000).toFixed(1)} s later`;
    record('votes', smoke, `${verdictOfVotes(result)}: ${measured}`);
    return renderVotes(result);
  },
  moving: async (smoke, progress, most) => {
    const plan = smoke ? movingSmoke : movingFull;
    const within = (sizes: number[]) => sizes.filter((size, at) => at === 0 || size <= most);
    const results = await measureMoving({ out: plan.out, in: within(plan.in) }, progress);
    record('moving', smoke, summaryOfMoving(results));
    return renderMoving(results, process.stdout);
  },
  agents: async (smoke, progress) => {
    const results = await measureAgents(smoke ? 2 : Infinity, progress);
    record('agents', smoke, summaryOf(results));
    return renderAgents(results);
  },
  'compare-redmine': async (smoke, progress) => {
    const missing = missingRedmine();
    if (smoke) return `Nothing was measured. ${missing ?? 'Redmine is installed.'}\n`;
    if (missing !== undefined) return `${missing}\n`;
    const results = await compareWithRedmine(progress);
    record('beside-redmine', smoke, ratiosOf(results));
    return renderComparison(results, process.stdout);
  },
};

const options = readOptions();
if (options.help) process.stdout.write(USAGE);
else if (options.measure !== undefined) {
  process.stdout.write(
    await measures[options.measure]!(options.smoke, createProgress(), Number(options.most)),
  );
} else {
  const progress = createProgress();
  // The parts end with this process, and the engine with them.
  process.on('SIGINT', () => {
    progress.end();
    process.exit(130);
  });
  const results = await runBench(options.smoke ? smoke : options.quick ? quick : full, progress);
  process.stdout.write(renderForTerminal(results, process.stdout));
  const { measurements } = results;
  if (!options.smoke)
    recordFigure('npm run bench', ratiosOf(measurements.filter(({ connections }) => connections === 16)));
  if (options.markdown !== undefined) writeFileSync(options.markdown, renderMarkdown(results));
}

/** Records the result of a measure that ran in full. */
function record(measure: string, smoke: boolean, today: string): void {
  if (!smoke) recordFigure(`npm run bench -- ${measure}`, today);
}

/** The median ratio of each operation, such as "get 0.72, list 0.66". */
function ratiosOf(results: readonly { operation: string; ratio: { median: number } }[]): string {
  return results.map(({ operation, ratio }) => `${operation} ${ratio.median.toFixed(2)}`).join(', ');
}

function verdictIn(text: string): string {
  return text.includes('missed') ? 'missed' : 'met';
}

/** Writes a chart below dist/, and says where. */
function drawn(name: string, svg: string): string {
  const file = new URL(`../../dist/${name}.svg`, import.meta.url);
  writeFileSync(file, svg);
  return `Drawn in dist/${name}.svg.\n`;
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        smoke: { type: 'boolean', default: false },
        markdown: { type: 'string' },
        most: { type: 'string', default: 'Infinity' },
        help: { type: 'boolean', default: false },
      },
    });
    const [measure, ...others] = positionals;
    if (others.length > 0 || (measure !== undefined && !(measure in measures)))
      throw new Error(`Unknown argument "${others[0] ?? measure}".`);
    if (!(Number(values.most) > 0)) throw new Error('--most takes a number of stories from 1.');
    return { ...values, measure };
  } catch (error) {
    const message = styleText('red', (error as Error).message, { stream: process.stderr });
    process.stderr.write(`${message}\n\n${USAGE}`);
    process.exit(1);
  }
}
