/** `npm run cost`: what a million of the main operations costs on AWS, and a month without any. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs, styleText } from 'node:util';
import { renderTable } from '../../cli/core/output.ts';
import { DEFAULT_RATE_LIMITS } from '../../shared/kernel/api/limits/rate-limits.ts';
import { runCost, type Aim, type CostPlan, type CostResults } from './cost-run.ts';
import { recordFigure } from './figure-results.ts';
import { pricesByRegion, pricesSchema, type Prices } from './prices.ts';
import { createProgress } from './progress.ts';
import { TAB, tabDays } from './tab-days.ts';

const USAGE = `npm run cost -- [team] [options]

  team              only what a month of a team of 50 people costs

  --region NAME     the region whose prices are used: ${Object.keys(pricesByRegion).join(' or ')} (us-east-1)
  --prices FILE     JSON with other prices; --show-prices prints the fields
  --show-prices     print the prices that are used, and end
  --markdown FILE   write the tables to FILE too, as Markdown
  --smoke           few operations: shows that it runs, its figures say little
  --help            show this
`;

/** The smaller burst is of a person who changes many stories, the larger one of a program that changes a project. */
const PLAN: CostPlan = {
  alone: 50,
  bursts: [
    { size: 60, atOnce: 4 },
    { size: 500, atOnce: 16 },
  ],
};
const SMOKE: CostPlan = { alone: 2, bursts: [{ size: 4, atOnce: 2 }] };

/** The columns of dollars, in the order of the headings. */
const dollarParts = [
  'edge',
  'api',
  'database',
  'lambda',
  'queue',
  'models',
  'logs',
  'secrets',
  'sent',
  'total',
] as const;

const HEADINGS = [
  'US dollars for a million',
  'edge',
  'API',
  'database',
  'Lambda',
  'queue',
  'models',
  'logs',
  'secrets',
  'sent',
  'total',
  'without edge',
  'aim',
];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      region: { type: 'string', default: 'us-east-1' },
      prices: { type: 'string' },
      'show-prices': { type: 'boolean', default: false },
      markdown: { type: 'string' },
      smoke: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  const [subject] = positionals;
  if (subject !== undefined && subject !== 'team')
    throw new Error(`"${subject}" is unknown: use team, or nothing.`);
  const prices = values.prices === undefined ? pricesOf(values.region) : readPrices(values.prices);
  if (values['show-prices']) return void process.stdout.write(`${JSON.stringify(prices, null, 2)}\n`);
  const progress = createProgress();
  const results = await runCost(values.smoke ? SMOKE : PLAN, prices, progress).finally(() => progress.end());
  const all = [operations, consumption, daily, tabs, idle, stored, team].map((tableOf) => tableOf(results));
  const tables = subject === 'team' ? all.slice(-1) : all;
  const note = `Prices of ${prices.region} as of ${prices.asOf}, without free tiers, for a production environment; each with all that follows from it through the table's stream.`;
  for (const [headings, ...rows] of tables) {
    process.stdout.write(
      `${renderTable(
        headings!,
        rows.map((row) => row.map(colored)),
      )}\n\n`,
    );
  }
  process.stdout.write(`${note}\n${verdictOf(results)}\n`);
  if (!values.smoke && values.prices === undefined && values.region === 'us-east-1') {
    const aimed = results.perMillion.flatMap(({ name, dollars, direct, aim }) =>
      aim ? [`${name} ${usd(aim.direct ? direct : dollars.total)}`] : [],
    );
    const months = [
      `a month idle ${usd(sumOf(results.idleMonth))}`,
      `of a team of 50 ${usd(sumOf(results.team))}`,
    ];
    recordFigure('npm run cost', [...aimed, ...months].join('; '));
  }
  if (values.markdown !== undefined) {
    writeFileSync(
      values.markdown,
      `${[...tables.map(markdownTable), note, verdictOf(results)].join('\n\n')}\n`,
    );
  }
}

function pricesOf(region: string): Prices {
  const known = pricesByRegion[region];
  if (known) return known;
  throw new Error(
    `There are no prices of ${region}: use ${Object.keys(pricesByRegion).join(' or ')}, or --prices.`,
  );
}

function readPrices(file: string): Prices {
  const read = pricesSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`${file} cannot be used: ${issue!.path.join('.')}: ${issue!.message}`);
}

// What is a difference of two counts may be a little below zero.
const format = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
  signDisplay: 'negative',
});
const usd = (dollars: number): string => format.format(dollars);

const operations = ({ perMillion }: CostResults): string[][] => [
  HEADINGS,
  ...perMillion.map(({ name, dollars, direct, aim }) => [
    name,
    ...dollarParts.map((part) => usd(dollars[part])),
    usd(direct),
    aim === undefined ? '' : judged(aim.direct ? direct : dollars.total, aim),
  ]),
];

const judged = (dollars: number, { most, direct }: Aim): string =>
  `${direct ? 'without edge ' : ''}≤ ${most} ${dollars <= most ? 'met' : 'missed'}`;

/** What the sums consist of, in the units that AWS counts. */
const consumption = ({ perMillion }: CostResults): string[][] => [
  ['Used by each', 'read units', 'write units', 'invocations', 'ms of Lambda at 1 GB', 'queue requests'],
  ...perMillion.map(({ name, used }) => [
    name,
    ...[used.readUnits, used.writeUnits, used.invocations].map((count) => count.toFixed(1)),
    (used.gigabyteSeconds * 1_000).toFixed(0),
    used.queueRequests.toFixed(1),
  ]),
];

/** The most that a workspace can cost in a day by writes, within the default limits. */
const daily = ({ perMillion }: CostResults): string[][] => [
  ['US dollars of a day in which a workspace makes all writes that it may', 'writes', 'dollars'],
  ...perMillion
    .filter(({ name }) => /^(?:create|change) /.test(name))
    .map(({ name, dollars }) => [
      name,
      String(DEFAULT_RATE_LIMITS.writesADay),
      usd((dollars.total * DEFAULT_RATE_LIMITS.writesADay) / 1e6),
    ]),
];

const TABS = 1_000;

/** What pages of planning cost that stay open, without what they show. */
const tabs = ({ perMillion }: CostResults): string[][] => {
  const { dollars } = perMillion.find(({ name }) => name === TAB)!;
  return [
    [`US dollars of a day of ${TABS} open pages`, 'requests', 'dollars'],
    ...tabDays.map(({ name, requests }) => [
      name,
      String(TABS * requests),
      usd((dollars.total * TABS * requests) / 1e6),
    ]),
  ];
};

/** With mail. */
const IDLE_AIM: Aim = { most: 5 };
const TEAM_AIM: Aim = { most: 1.5 };

const sumOf = (parts: readonly { dollars: number }[]): number =>
  parts.reduce((sum, { dollars }) => sum + dollars, 0);

/** The aims that are missed, in one sentence. */
function verdictOf({ perMillion, idleMonth, team: parts }: CostResults): string {
  const operationsAimed = perMillion.flatMap(({ name, dollars, direct, aim }) =>
    aim ? [{ name, dollars: aim.direct ? direct : dollars.total, most: aim.most }] : [],
  );
  const aimed = [
    ...operationsAimed,
    { name: 'a month without a request', dollars: sumOf(idleMonth), most: IDLE_AIM.most },
    { name: 'a month of the team', dollars: sumOf(parts), most: TEAM_AIM.most },
  ];
  const missed = aimed.filter(({ dollars, most }) => dollars > most);
  const named = missed.map(({ name, dollars, most }) => `${name} (${usd(dollars)} instead of ${most})`);
  return `Of ${aimed.length} aims, ${aimed.length - missed.length} are met.${missed.length > 0 ? ` Missed: ${named.join(', ')}.` : ''}`;
}

const idle = ({ idleMonth }: CostResults): string[][] => [
  ['US dollars of a month without a request', 'dollars', 'aim'],
  ...idleMonth.map(({ name, dollars }) => [name, usd(dollars), '']),
  ['total', usd(sumOf(idleMonth)), judged(sumOf(idleMonth), IDLE_AIM)],
];

const stored = ({ gigabyteMonth }: CostResults): string[][] => [
  ['US dollars of a gigabyte in the table for a month', 'dollars'],
  ...gigabyteMonth.map(({ name, dollars }) => [name, usd(dollars)]),
  ['total', usd(sumOf(gigabyteMonth))],
];

/** Beside what the environment costs anyway. */
const team = ({ team: parts }: CostResults): string[][] => [
  ['US dollars of a month of a team of 50 people', 'count', 'dollars', 'aim'],
  ...parts.map(({ name, count, dollars }) => [name, String(count), usd(dollars), '']),
  ['total', '', usd(sumOf(parts)), judged(sumOf(parts), TEAM_AIM)],
];

const colored = (cell: string): string =>
  cell.endsWith(' met')
    ? styleText('green', cell, { stream: process.stdout })
    : cell.endsWith(' missed')
      ? styleText('red', cell, { stream: process.stdout })
      : cell;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const markdownTable = ([headings, ...rows]: string[][]): string =>
  [
    line(headings!),
    line(headings!.map((_, column) => (column === 0 ? '---' : '---:'))),
    ...rows.map(line),
  ].join('\n');

try {
  await main();
} catch (error) {
  process.stderr.write(`${styleText('red', (error as Error).message, { stream: process.stderr })}\n`);
  process.exitCode = 1;
}
