/** `npm run bench`: what the service gives and takes on this machine, beside a bare loop of the same calls. */
import { writeFileSync } from 'node:fs';
import { parseArgs, styleText } from 'node:util';
import { measureCpu, renderCpu, type CpuPlan } from './cpu.ts';
import type { Plan } from './measure.ts';
import { createProgress } from './progress.ts';
import { renderForTerminal, renderMarkdown } from './report.ts';
import { runBench } from './run.ts';

const USAGE = `npm run bench -- [options]           requests a second of the local service
npm run bench -- cpu [--smoke]     CPU time of a request in the function, which is what AWS bills

  --quick           16 connections only, 3 rounds of 1 s
  --smoke           the same with hardly any load: shows that it runs, its figures say nothing
  --markdown FILE   write the results to FILE too, as Markdown
  --help            show this
`;

const full: Plan = {
  connections: [1, 16, 64],
  rounds: 5,
  sliceMs: 2_000,
  imports: 15,
  // The operations that come later have much of their code in common with the first.
  warmUp: { get: 20_000, list: 10_000, update: 10_000, create: 8_000 },
};
const quick: Plan = { ...full, connections: [16], rounds: 3, sliceMs: 1_000 };

const smoke: Plan = {
  ...{ connections: [16], rounds: 1, sliceMs: 50, imports: 1 },
  warmUp: { get: 20, list: 20, update: 20, create: 20 },
};

// The engine's writes become slower with their number, so there are few.
const cpuFull: CpuPlan = { rounds: 10, requests: { get: 400, list: 200, update: 50, create: 50 } };
const cpuSmoke: CpuPlan = { rounds: 1, requests: { get: 1, list: 1, update: 1, create: 1 } };

const options = readOptions();
if (options.help) process.stdout.write(USAGE);
else if (options.measure === 'cpu') {
  const results = await measureCpu(options.smoke ? cpuSmoke : cpuFull, createProgress());
  process.stdout.write(renderCpu(results, process.stdout));
} else {
  const progress = createProgress();
  // The parts end with this process, and the engine with them.
  process.on('SIGINT', () => {
    progress.end();
    process.exit(130);
  });
  const results = await runBench(options.smoke ? smoke : options.quick ? quick : full, progress);
  process.stdout.write(renderForTerminal(results, process.stdout));
  if (options.markdown !== undefined) writeFileSync(options.markdown, renderMarkdown(results));
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        smoke: { type: 'boolean', default: false },
        markdown: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const [measure, ...others] = positionals;
    if (others.length > 0 || (measure !== undefined && measure !== 'cpu'))
      throw new Error(`Unknown argument "${others[0] ?? measure}".`);
    return { ...values, measure };
  } catch (error) {
    const message = styleText('red', (error as Error).message, { stream: process.stderr });
    process.stderr.write(`${message}\n\n${USAGE}`);
    process.exit(1);
  }
}
