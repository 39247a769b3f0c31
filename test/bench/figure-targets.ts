/** What is measured, and how good it has to be. */
export interface Figure {
  what: string;
  target: string;
  /** The command that measures it, such as `npm run bench`; docs/figures.md has each, so that CI runs it. */
  command: string;
}

export const figures: readonly Figure[] = [
  {
    what: 'Requests for each of a bare loop',
    target: 'get ≥ 0.7, list ≥ 0.65, create ≥ 0.6',
    command: 'npm run bench',
  },
  {
    what: 'CPU, relative to a bare handler',
    target: 'get ≤ 1, list ≤ 1.15, create ≤ 1.1',
    command: 'npm run bench -- cpu',
  },
  {
    what: 'Import, relative to the SDK’s client',
    target: '≤ 1.25; ≤ 250 KB, nothing of the SDK',
    command: 'npm run bench -- cold',
  },
  {
    what: 'US dollars for a million operations',
    target:
      'list of 50 ≤ 6, delivery ≤ 7; without edge: get ≤ 2.3, search of 10,000 workspaces ≤ 7, create ≤ 9.5, title ≤ 6; with mail: idle month ≤ 5, of a team ≤ 1.5 (not all met)',
    command: 'npm run cost',
  },
  { what: 'Memory at rest', target: '< 350 MB', command: 'npm run bench -- memory' },
  {
    what: 'A team grows from 1,000 to 1,000,000 stories',
    target: 'the same units per request; as fast at 100,000',
    command: 'npm run bench -- load',
  },
  {
    what: '15 minutes of load',
    target: 'last third’s memory within 10 % of the second’s; stream < 1 s behind',
    command: 'npm run bench -- soak',
  },
  {
    what: 'Outages of receiver, database and projection',
    target: 'nothing lost or made twice',
    command: 'npm run bench -- recovery',
  },
  {
    what: 'Requests a second for each of Redmine’s',
    target: 'get ≥ 40, list ≥ 30, create ≥ 8 (not met)',
    command: 'npm run bench -- compare-redmine',
  },
  {
    what: 'Export of ten times the stories',
    target: '≤ 150 MB more memory',
    command: 'npm run bench -- moving',
  },
  {
    what: 'AI clients’ tasks',
    target: 'median 2 calls, 1.1 KB; tools 7,900 tokens',
    command: 'npm run bench -- agents',
  },
  { what: 'A commit is in the feed', target: '≤ 0.5 s', command: 'npm run bench:feed' },
  {
    what: 'A webhook next to a burst of others',
    target: '300 a second; p50 150 ms (not met on two cores)',
    command: 'npm run bench:webhooks',
  },
  {
    what: 'Portal pages without a cache',
    target: '≥ 800 a second; phones on slow 4G ≤ 1.0 s',
    command: 'npm run bench:portals',
  },
  {
    what: 'A search finds what is meant',
    target: 'mean reciprocal rank ≥ 0.85',
    command: 'npm run bench:search',
  },
  {
    what: 'A search among a million stories',
    target: 'p50 ≤ 150 ms; cold ≤ 6 s',
    command: 'npm run bench:search -- million',
  },
  {
    what: 'Searches of 10,000 workspaces',
    target: 'p50 ≤ 150 ms, p99 ≤ 500 ms',
    command: 'npm run simulate -- search',
  },
  {
    what: 'Jobs of 100,000 teams in a night',
    target: '99 % wait ≤ 150 s',
    command: 'npm run simulate -- jobs',
  },
  { what: 'The p85 date of a forecast', target: 'holds in 82 to 90 % of cases', command: 'npm run backtest' },
  {
    what: 'A forecast of 10,000 trials; a year’s plan of 500 stories',
    target: '< 60 ms; < 300 ms',
    command: 'npm run bench:forecasts',
  },
  { what: 'A hostile tenant', target: 'at most doubles the p99 of the others', command: 'npm run simulate' },
  {
    what: '200 votes a second for one idea',
    target: 'all stored and counted',
    command: 'npm run bench -- votes',
  },
  { what: 'The API’s stack', target: '≤ 124 resources; ≤ 150 routes', command: 'npm run synth' },
  { what: 'A lost table', target: 'is restored completely', command: 'npm run drill' },
  { what: 'Small changes of the code', target: '≥ 80 % fail a test', command: 'npm run mutants' },
];
