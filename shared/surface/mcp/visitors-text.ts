import { invalidRequest } from '../../kernel/core/errors.ts';

/** What is left of a visitor's text for clients that take none. */
const WITHHELD = '[withheld]';

/** The fields that have text of the author of a resource, or are made of it. */
const texts: ReadonlySet<string> = new Set([
  'title',
  'slug',
  'description',
  'content',
  'snippet',
  'roadmapSummary',
  'authorName',
  // Of a file of theirs.
  'name',
  'text',
]);

/** The parts of a resource that have such text: who sent it, the names of its files, the titles in its history. */
const textParts: ReadonlySet<string> = new Set(['sender', 'attachments', 'history']);

/** Whether the URL asks for text of members only, with `content=members`. Throws a 400 for anything else. */
export function takesMembersOnly(query: URLSearchParams): boolean {
  const given = query.getAll('content');
  if (given.every((one) => one === 'members')) return given.length > 0;
  throw invalidRequest([
    { in: 'query', path: 'content', code: 'not_one_of', message: 'must be members or omitted' },
  ]);
}

/** A result without the text of visitors, which no one has checked and an AI client could take for orders. */
export function withoutVisitorsText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVisitorsText);
  if (typeof value !== 'object' || value === null) return value;
  const isVisitors = 'origin' in value && value.origin === 'visitor';
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
      if (!isVisitors) return [[name, withoutVisitorsText(part)]];
      if (name === 'changes') return [[name, withoutValues(part)]];
      if (name === 'now') return [[name, hidden(part)]];
      if (textParts.has(name)) return [[name, withoutNames(part)]];
      // Positions of words in a text that is not shown.
      if (name === 'highlights') return [];
      return [[name, texts.has(name) && typeof part === 'string' ? WITHHELD : withoutVisitorsText(part)]];
    }),
  );
}

/** Changes of fields, without the texts that they had. */
const withoutValues = (changes: unknown): unknown =>
  Array.isArray(changes)
    ? (changes as Change[]).map(({ field, from, to }) => ({ field, from: hidden(from), to: hidden(to) }))
    : changes;

/** Sentences and resources, without the names in them. */
function withoutNames(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutNames);
  if (typeof part !== 'object' || part === null) return hidden(part);
  const entries = Object.entries(part) as [string, unknown][];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, ['name', 'address'].includes(name) ? hidden(value) : value]),
  );
}

type Change = Readonly<Record<'field' | 'from' | 'to', unknown>>;

const hidden = (value: unknown): unknown => (typeof value === 'string' ? WITHHELD : value);
