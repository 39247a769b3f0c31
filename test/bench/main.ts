/** `npm run bench`: what the service gives and takes on this machine, beside a bare loop of the same calls. */
import { writeFileSync } from 'node:fs';
import { parseArgs, styleText } from 'node:util';
import type { Plan } from './measure.ts';
import { createProgress } from './progress.ts';
import { renderForTerminal, renderMarkdown } from './report.ts';
import { runBench } from './run.ts';

const USAGE = `npm run bench -- [options]

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

const options = readOptions();
if (options.help) process.stdout.write(USAGE);
else {
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
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        smoke: { type: 'boolean', default: false },
        markdown: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    const message = styleText('red', (error as Error).message, { stream: process.stderr });
    process.stderr.write(`${message}\n\n${USAGE}`);
    process.exit(1);
  }
}
