/**
 * `npm run simulate`: what a hostile tenant does to quiet ones, in simulated time; `-- search`: what searches of 10,000
 * workspaces cost and take in 50 sandboxes; `-- jobs`: how long the jobs of 100,000 teams wait in a night.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { renderTable } from '../../../cli/core/output.ts';
import { recordFigure } from '../figure-results.ts';
import { simulateAll } from './scenarios.ts';

/** What is simulated at least where the figures are recorded. */
const FULL = { seconds: 120, searches: 100_000, teams: 100_000 };

const USAGE = `npm run simulate -- [search | jobs] [options]

  search           searches of 10,000 workspaces in 50 sandboxes instead
  jobs             the jobs of 100,000 teams in a night instead

  --seed N         another course of events; 1 by default
  --seconds N      simulated time; 120 by default
  --searches N     simulated searches; 100000 by default
  --teams N        simulated teams; 100000 by default
  --markdown FILE  write the table to FILE too, as Markdown
  --help           show this
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '120' },
    searches: { type: 'string', default: '100000' },
    teams: { type: 'string', default: '100000' },
    markdown: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const [subject] = positionals;
if (values.help) process.stdout.write(USAGE);
else if (subject === 'search') await searchMix();
else if (subject === 'jobs') await nightOfJobs();
else if (subject === undefined) await hostileTenant();
else throw new Error(`"${subject}" is unknown: use search, jobs, or nothing.`);

async function hostileTenant(): Promise<void> {
  const scenarios = await simulateAll({ seed: Number(values.seed), seconds: Number(values.seconds) });
  const headings = ['100 quiet tenants', 'p50 ms', 'p99 ms', 'and'];
  show(
    headings,
    scenarios.map(({ name, p50, p99, note }) => [name, p50.toFixed(0), p99.toFixed(0), note]),
  );
  if (Number(values.seconds) < FULL.seconds) return;
  const p99 = (name: string) => `${scenarios.find((one) => one.name === name)!.p99.toFixed(0)} ms`;
  const change = (kind: string) =>
    `${kind}: p99 ${p99(`${kind}: quiet tenants alone`)} → ${p99(`${kind}: with the hostile tenant`)}`;
  recordFigure('npm run simulate', `${change('Delivery')}; ${change('API')}`);
}

async function searchMix(): Promise<void> {
  const { simulateSearchMix, searchPolicies } = await import('../search-mix.ts');
  const searches = Number(values.searches);
  const rows = Object.entries(searchPolicies()).map(([name, policy]) => {
    const { cold, p50, p99, ...dollars } = simulateSearchMix({ seed: Number(values.seed), searches, policy });
    const costs = [dollars.opening, dollars.dollars].map((one) => one.toFixed(2));
    return [name, `${(cold * 100).toFixed(0)} %`, p50.toFixed(0), p99.toFixed(0), ...costs];
  });
  const dollars = ['opening models, US dollars for a million', 'in all'];
  show(['searches of 10,000 workspaces', 'cold', 'p50 ms', 'p99 ms', ...dollars], rows);
  const [, cold, p50, p99] = rows[0]!;
  if (searches >= FULL.searches) {
    recordFigure('npm run simulate -- search', `${cold} cold, p50 ${p50} ms, p99 ${p99} ms`);
  }
}

async function nightOfJobs(): Promise<void> {
  const { simulateNight, nightPolicies } = await import('../night-jobs.ts');
  const rows: string[][] = [];
  const teams = Number(values.teams);
  const seconds = (waits: { p50: number; p99: number; most: number }) =>
    [waits.p50, waits.p99, waits.most].map((ms) => (ms / 1_000).toFixed(0)).join(' / ');
  for (const [name, policy] of Object.entries(nightPolicies)) {
    const found = await simulateNight({ seed: Number(values.seed), teams, ...policy });
    const { forecasts, cadences, plans, dueInMinute, queuedMost } = found;
    const counts = [dueInMinute, queuedMost].map((count) => count.toLocaleString('en'));
    rows.push([name, seconds(forecasts), seconds(cadences), seconds(plans), ...counts]);
  }
  const headings = [
    'seconds of waiting, p50 / p99 / longest',
    'forecasts',
    'sprints',
    'plans',
    'due in a minute',
    'queued',
  ];
  show(headings, rows);
  const [, forecasts, sprints] = rows[0]!;
  if (teams < FULL.teams) return;
  recordFigure('npm run simulate -- jobs', `${headings[0]}: forecasts ${forecasts}, sprints ${sprints}`);
}

function show(headings: string[], rows: string[][]): void {
  process.stdout.write(`${renderTable(headings, rows)}\n`);
  if (values.markdown === undefined) return;
  const lines = [headings, headings.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  writeFileSync(values.markdown, `${lines.join('\n')}\n`);
}
