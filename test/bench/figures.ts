/** `npm run figures`: what is measured, its target, and what was measured on this machine. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ROOT } from './bench-folder.ts';
import { readFigureResults, recordFigure, RESULTS_FILE } from './figure-results.ts';
import { renderFigures } from './figure-table.ts';
import { figures } from './figure-targets.ts';

const USAGE = `npm run figures -- [options]

Each command of docs/figures.md that runs in full records what it measured in dist/figures.json.

  --measure         first run the commands that take about a minute or less
  --results FILE    another file than dist/figures.json
  --help            show this
`;

const DRILL = 'npm run drill';

/** Commands that take about a minute or less. */
const quick = [
  'npm run bench:feed',
  'npm run bench:forecasts',
  'npm run backtest',
  'npm run simulate',
  'npm run simulate -- search',
  'npm run simulate -- jobs',
  DRILL,
];

const { values } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    results: { type: 'string', default: RESULTS_FILE },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(USAGE);
else {
  if (values.measure) for (const command of quick) measure(command);
  process.stdout.write(renderFigures(figures, readFigureResults(values.results)));
}

/** Runs a command, which records what it measured; one that only passes or fails says so by its exit code. */
function measure(command: string): void {
  process.stderr.write(`${command}\n`);
  const { status } = spawnSync(command, { cwd: ROOT, shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) recordFigure(command, 'failed');
  else if (command === DRILL) recordFigure(command, 'passed');
}
