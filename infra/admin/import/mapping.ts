import { CommandError } from '../command-error.ts';
import { suggestion } from '../../../shared/lib/nearest.ts';
import { evaluate, formatExpression, lookUp, parseExpression, type Expression } from './expression.ts';
import { columnsOf, type Row } from './read-rows.ts';

/** What a row can be mapped to, each with the names that columns for it usually have, the likeliest first. */
const usualColumns = {
  key: ['key', 'issuekey', 'id', 'issueid', 'identifier', 'number', 'reference'],
  title: ['title', 'summary', 'name', 'subject', 'story', 'task'],
  description: ['description', 'body', 'details', 'notes', 'abstract'],
  team: [
    'team',
    'teamcode',
    'teamname',
    'project',
    'projectkey',
    'projectname',
    'squad',
    'component',
    'area',
  ],
  status: ['status', 'state', 'statusname', 'stage', 'column'],
  assignee: ['assignee', 'assigneeemail', 'assignedto', 'owner', 'owneremail'],
  labels: ['labels', 'label', 'tags', 'tag', 'keywords'],
  priority: ['priority', 'importance'],
  estimateValue: ['estimatevalue', 'estimate', 'storypoints', 'points'],
  estimatedDurationMinutes: ['estimateddurationminutes', 'durationminutes', 'minutes'],
  startDate: ['startdate', 'start', 'startson'],
  endDate: ['enddate', 'duedate', 'due', 'dueon', 'deadline', 'end'],
  parent: ['parent', 'parentkey', 'parentid', 'parentissue', 'epic'],
  // Not guessed: a column of that name in a file that was imported before would change its stories.
  sprint: [],
  objective: [],
} as const satisfies Record<string, readonly string[]>;

export type Field = keyof typeof usualColumns;

export const fields = Object.keys(usualColumns) as Field[];

export interface Mapped {
  expression: Expression;
  guessed: boolean;
}

/** Where each field of a story comes from; fields without an entry stay empty. */
export type Mapping = Partial<Record<Field, Mapped>>;

/**
 * The mapping of a file: what was given as `field=expression` (nothing behind the sign leaves a field empty),
 * and guesses from the names of columns for the rest. Throws CommandError where something is missing or unknown.
 */
export function createMapping(rows: readonly Row[], given: readonly string[]): Mapping {
  const columns = columnsOf(rows);
  const chosen = new Map(given.map((text) => parseAssignment(text, rows, columns)));
  const mapping: Mapping = {};
  for (const field of fields) {
    const expression = chosen.has(field) ? chosen.get(field) : guess(field, rows, columns);
    if (expression) mapping[field] = { expression, guessed: !chosen.has(field) };
  }
  const list = columns.join(', ');
  if (!mapping.title) {
    throw new CommandError(`No column looks like the title; add --map title=COLUMN. There are ${list}.`);
  }
  if (!mapping.team) {
    throw new CommandError(
      `No column looks like the team; add --map team=COLUMN, or --map 'team="Name"' for one team. There are ${list}.`,
    );
  }
  if (mapping.parent && !mapping.key) {
    if (!mapping.parent.guessed) {
      throw new CommandError('Parents are found by the keys of rows; add --map key=COLUMN.');
    }
    delete mapping.parent;
  }
  return mapping;
}

function parseAssignment(
  text: string,
  rows: readonly Row[],
  columns: readonly string[],
): [Field, Expression | undefined] {
  const [, name = '', source = ''] = /^\s*([^=]*?)\s*=(.*)$/s.exec(text) ?? [];
  const field = fields.find((known) => known.toLowerCase() === name.toLowerCase());
  if (!field) {
    throw new CommandError(
      `--map takes field=column; there is no field ${name || text}; ${suggestion(name, fields)}`,
    );
  }
  if (source.trim() === '') return [field, undefined];
  const expression = parseExpression(source);
  for (const term of expression) {
    if ('literal' in term || rows.some(({ values }) => lookUp(values, term.column) !== undefined)) continue;
    throw new CommandError(
      `There is no column ${term.column}; ${suggestion(term.column, columns)} A text of its own stands in quotes: ` +
        `--map '${field}="${term.column}"'.`,
    );
  }
  return [field, expression];
}

function guess(field: Field, rows: readonly Row[], columns: readonly string[]): Expression | undefined {
  for (const usual of usualColumns[field]) {
    const column = columns.find((name) => name.toLowerCase().replace(/[^a-z0-9]/g, '') === usual);
    if (column === undefined) continue;
    const expression = [{ column }];
    if (field !== 'key' || isKey(expression, rows)) return expression;
  }
  return undefined;
}

/** Whether an expression gives each row one value that no other row has. */
function isKey(expression: Expression, rows: readonly Row[]): boolean {
  const keys = new Set<string>();
  for (const { values } of rows) {
    const found = safely(() => evaluate(expression, values));
    if (found?.length !== 1) return false;
    keys.add(found[0]!);
  }
  return keys.size === rows.length;
}

function safely<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The mapping for people to check: field, where it comes from, a first value. */
export function describeMapping(mapping: Mapping, rows: readonly Row[]): string[][] {
  return fields.flatMap((field) => {
    const mapped = mapping[field];
    if (!mapped) return [];
    const { expression, guessed } = mapped;
    const example = rows
      .map(({ values }) => safely(() => evaluate(expression, values)) ?? [])
      .find((found) => found.length > 0);
    return [
      [
        field,
        formatExpression(expression),
        guessed ? 'guessed' : 'given',
        shorten((example ?? []).join(', ')),
      ],
    ];
  });
}

const EXAMPLE_LENGTH = 48;

/** A text on one line, cut to fit into a table. */
export function shorten(text: string, length = EXAMPLE_LENGTH): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
