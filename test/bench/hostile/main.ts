/** `npm run simulate`: what a hostile tenant does to quiet ones, in simulated time. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { renderTable } from '../../../cli/core/output.ts';
import { recordFigure } from '../figure-results.ts';
import { simulateAll } from './scenarios.ts';

/** Simulated time whose figures are recorded. */
const FULL_SECONDS = 120;

const USAGE = `npm run simulate -- [options]

  --seed N         another course of events; 1 by default
  --seconds N      simulated time; 120 by default
  --markdown FILE  write the table to FILE too, as Markdown
  --help           show this
`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '120' },
    markdown: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(USAGE);
else {
  const scenarios = await simulateAll({ seed: Number(values.seed), seconds: Number(values.seconds) });
  const headings = ['100 quiet tenants', 'p50 ms', 'p99 ms', 'and'];
  const rows = scenarios.map(({ name, p50, p99, note }) => [name, p50.toFixed(0), p99.toFixed(0), note]);
  process.stdout.write(`${renderTable(headings, rows)}\n`);
  if (Number(values.seconds) >= FULL_SECONDS) {
    const p99 = (name: string) => `${scenarios.find((one) => one.name === name)!.p99.toFixed(0)} ms`;
    const change = (kind: string) =>
      `${kind}: p99 ${p99(`${kind}: quiet tenants alone`)} → ${p99(`${kind}: with the hostile tenant`)}`;
    recordFigure('npm run simulate', `${change('Delivery')}; ${change('API')}`);
  }
  if (values.markdown !== undefined) {
    const lines = [headings, ['---', '---:', '---:', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`);
    writeFileSync(values.markdown, `${lines.join('\n')}\n`);
  }
}
