/** A person of the exports: two are members, one is not. */
export const people = {
  ada: { name: 'Ada Löwe', email: 'ada@engine.example', login: 'ada-loewe' },
  bob: { name: 'Bob "Bobby" O’Neil', email: 'bob@engine.example', login: 'bobby' },
  ghost: { name: 'Ghost Writer', email: 'ghost@gone.example', login: 'ghost' },
} as const;
export type PersonName = keyof typeof people;

/** What a tracker knows of a piece of work, before a tool's export writes it in its own way. */
export interface Item {
  n: number;
  title: string;
  text: string;
  /** In Progress, In Review, Done, … */
  status: string;
  assignees: PersonName[];
  author: PersonName;
  labels: string[];
  priority: 'urgent' | 'high' | 'medium' | 'low' | 'none';
  points: number | null;
  created: string;
  completed: string | null;
  start: string | null;
  due: string | null;
  parent: number | null;
  blocks: number[];
  sprint: string | null;
  epic: string | null;
  comments: { by: PersonName; at: string; text: string }[];
  links: { url: string; title: string }[];
  checklist: { text: string; done: boolean }[];
  /** Time that was logged, of which a week is longer than an entry can be. */
  work: { by: PersonName; at: string; minutes: number; note: string }[];
  severity: string | null;
  /** Other items that the text names, each as its tool writes it. */
  mentions: number[];
}

const ROWS = 42;
const statuses = ['Backlog', 'To Do', 'In Progress', 'In Review', 'Blocked', 'Done', 'Cancelled'];
const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const;
const labels = ['Bug', 'ux', 'needs design', 'größe'];
const day = (n: number) => String(1 + (n % 28)).padStart(2, '0');

function itemOf(n: number): Item {
  const status = statuses[n % statuses.length]!;
  const month = String(1 + (n % 6)).padStart(2, '0');
  return {
    n,
    title: `Task ${n}`,
    text: n % 4 === 0 ? '' : `What to do in ${n}.`,
    status,
    assignees: n % 3 === 0 ? ['ada'] : n % 3 === 1 ? ['bob'] : [],
    author: n % 2 === 0 ? 'ada' : 'bob',
    labels: labels.filter((_, at) => (n >> at) % 2 === 1),
    priority: priorities[n % priorities.length]!,
    points: [null, 1, 2, 3, 5, 8][n % 6]!,
    created: `2026-${month}-${day(n)}T08:15:30.000Z`,
    completed: status === 'Done' ? `2026-09-${day(n)}T17:45:00.000Z` : null,
    start: n % 5 === 0 ? `2026-10-${day(n)}` : null,
    due: n % 5 === 0 || n % 7 === 0 ? `2026-11-${day(n)}` : null,
    parent: n > 20 && n % 4 === 1 ? 20 : null,
    blocks: n > 30 && n % 3 === 0 ? [n - 1] : [],
    sprint: n % 6 === 2 ? 'Cycle 7' : n % 6 === 4 ? 'Cycle 8' : null,
    epic: n % 4 === 2 ? 'Payments, phase 2' : null,
    comments:
      n % 9 === 0
        ? [
            {
              by: 'ada',
              at: `2026-09-01T10:00:00.000Z`,
              text: `First on ${n}: "quoted", with\na line break`,
            },
            { by: 'ghost', at: `2026-09-02T11:30:00.000Z`, text: 'Done; see above 🎉' },
          ]
        : [],
    links: n % 8 === 3 ? [{ url: `https://files.example.com/${n}/plan.pdf`, title: 'plan.pdf' }] : [],
    checklist:
      n % 10 === 5
        ? [
            { text: 'Measure', done: true },
            { text: 'Cut, twice', done: false },
          ]
        : [],
    work: [],
    severity: n % 4 === 3 ? 'S2' : null,
    mentions: [],
  };
}

/** Rows with what breaks imports: text with delimiters, long text, formulas, circles, unknown people, emoji. */
const traps: Record<number, Partial<Item>> = {
  1: { title: 'Say "hello", world; now' },
  2: { text: 'Line one\nLine two\n\n- item, with comma\n- "quoted"\tand tab' },
  3: { title: 'Tabs and spaces' },
  4: { title: '🚀 Ship it 👩‍💻' },
  6: { text: 'long '.repeat(4_000).trim() },
  7: { title: '=HYPERLINK("https://evil.example","x")', text: '=1+1' },
  8: { parent: 9 },
  9: { parent: 8 },
  11: { assignees: ['ghost'] },
  12: { assignees: ['ada', 'bob'] },
  14: { title: '-1 is not a number' },
  19: {
    work: [
      { by: 'ada', at: '2026-09-03T09:30:00.000Z', minutes: 90, note: 'Read; and "understood"\nit' },
      { by: 'ghost', at: '2026-09-04T09:30:00.000Z', minutes: 15, note: 'Gone' },
      { by: 'bob', at: '2026-09-04T09:30:00.000Z', minutes: 2_400, note: '' },
    ],
  },
  41: { mentions: [5, 42] },
  16: { title: '山田 太郎 çà и ещё' },
};

/** The work of one project, as every export has it. */
export const items: readonly Item[] = Array.from({ length: ROWS }, (_, at) => ({
  ...itemOf(at + 1),
  ...traps[at + 1],
}));

/** The text of an item with the others that it names. */
export const textWith = ({ text, mentions }: Item, mention: (n: number) => string): string =>
  [text, ...(mentions.length > 0 ? [`See ${mentions.map(mention).join(' and ')}.`] : [])]
    .filter(Boolean)
    .join('\n\n');

/** The same date in six notations. */
export function inNotation(iso: string, n: number): string {
  const [year, month, date] = iso.slice(0, 10).split('-') as [string, string, string];
  const name = new Date(iso).toLocaleString('en', { month: 'short', timeZone: 'UTC' });
  return [
    `${year}-${month}-${date}`,
    `${year}/${month}/${date}`,
    `${date}.${month}.${year}`,
    `${Number(date)}/${name}/${year.slice(2)} 12:00 AM`,
    `${name} ${Number(date)}, ${year}`,
    `${year}${month}${date}T000000Z`,
  ][n % 6]!;
}

type Cell = string | number | null | undefined;

/** A row by the names of its columns; a column that the tool repeats has a list of cells. */
export type Row = Record<string, Cell | readonly Cell[]>;

const asText = (cell: Cell): string => {
  const text = String(cell ?? '');
  return /["\n\t;,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows with the same columns as CSV, with a header. */
export const csv = (rows: readonly Row[], delimiter = ','): string => {
  const header = Object.entries(rows[0]!).flatMap(([name, cells]) => [cells].flat().map(() => name));
  const lines = [header, ...rows.map((row) => Object.values(row).flat())];
  return lines.map((cells) => cells.map(asText).join(delimiter)).join('\r\n');
};
