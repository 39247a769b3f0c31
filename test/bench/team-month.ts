import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { seededRandom } from '../../shared/kernel/core/seeded-random.ts';
import { TAB, TAB_REQUESTS_PER_HOUR } from './tab-days.ts';

/**
 * The rhythm of a public tracker (the Beads project, December 2025): 33 people made 1,695 changes that are known, 51
 * each. Of an issue, only the last update is known, so that twice as many are assumed. And the share of each hour of
 * the day (UTC).
 */
const CHANGES_PER_PERSON = 100;
const HOURLY = [
  287, 208, 386, 317, 571, 640, 370, 304, 334, 192, 87, 102, 28, 18, 14, 33, 33, 43, 86, 260, 300, 228, 208,
  275,
];

const PEOPLE = 50;
const READS_PER_CHANGE = 30;
const ENDPOINTS = 3;
/** Calls of an AI client: each person asks it for something twice a working day, in two calls. */
const CALLS_PER_PERSON = 21 * 2 * 2;

/** Mails to a person on a working day, of what others did to their stories: an assumption. */
const MAILS_PER_DAY = 7;

/** How long a person looks at pages of planning on a working day, in hours: an assumption. */
const HOURS_LOOKED_AT = 1;

/** How long a sandbox without requests stays, in milliseconds. AWS does not say; five minutes are the least that was seen. */
const SANDBOX_IDLE_MS = 5 * 60_000;
const DAYS = 30;
const SEED = 20_251_201;

/** What a month of a team consists of, by the name of what was measured. */
export interface MonthPart {
  /** The name in the table of a million operations. */
  operation: string;
  count: number;
}

const changes = PEOPLE * CHANGES_PER_PERSON;
const reads = changes * READS_PER_CHANGE;

/** The mails of a month of a team. */
export const teamMails = PEOPLE * MAILS_PER_DAY * 21;

/** Of a public tracker's changes, a third creates; of what people open, most is one story or a list. */
export const teamMonth: readonly MonthPart[] = [
  { operation: 'create a story', count: changes * 0.35 },
  { operation: 'change a title', count: changes * 0.65 },
  { operation: 'get a story', count: reads * 0.5 },
  { operation: 'list 50 stories', count: reads * 0.45 },
  { operation: 'search', count: reads * 0.05 },
  { operation: 'webhook delivery, by itself', count: changes * ENDPOINTS },
  { operation: 'call a tool of MCP', count: PEOPLE * CALLS_PER_PERSON },
  { operation: TAB, count: PEOPLE * 21 * HOURS_LOOKED_AT * TAB_REQUESTS_PER_HOUR },
].map((part) => ({ ...part, count: Math.round(part.count) }));

/** What of a month begins in a new sandbox: each kind of operation has functions of its own, or shares them. */
const sandboxes: Readonly<Record<string, readonly string[]>> = {
  StoriesFunction: ['create a story', 'change a title', 'get a story', 'list 50 stories'],
  SearchFunction: ['search'],
  McpFunction: ['call a tool of MCP'],
  ProjectorFunction: ['create a story', 'change a title'],
  WebhookDispatcherFunction: ['create a story', 'change a title'],
  WebhookDeliveryFunction: ['webhook delivery, by itself'],
};

/** The sandboxes that a month's operations start, by function, drawn from the hours in which the team works. */
export function coldStartsOf(month: readonly MonthPart[]): Map<string, number> {
  const random = seededRandom(SEED);
  return new Map(
    Object.entries(sandboxes).map(([name, operations]) => {
      const count = month
        .filter(({ operation }) => operations.includes(operation))
        .reduce((sum, part) => sum + part.count, 0);
      const times = Array.from({ length: count }, () => drawTime(random)).sort((a, b) => a - b);
      const gaps = times.filter((time, n) => n === 0 || time - times[n - 1]! > SANDBOX_IDLE_MS);
      return [name, gaps.length];
    }),
  );
}

function drawTime(random: () => number): number {
  let left = random() * HOURLY.reduce((sum, share) => sum + share, 0);
  const hour = HOURLY.findIndex((share) => (left -= share) < 0);
  return Math.floor(random() * DAYS) * DAY_MS + (hour + random()) * 3_600_000;
}
