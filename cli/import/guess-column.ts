import { evaluate, lookUp, safely, type Expression } from './expression.ts';
import { isDateField, plain, usualColumns, type Field } from './fields.ts';
import type { Row } from './read-rows.ts';

/**
 * Whether a column, or a path into one, has values, or might have in another file because it is empty here.
 */
export function canHold(column: string, rows: readonly Row[]): boolean {
  if (rows.some(({ values }) => lookUp(values, column) !== undefined)) return true;
  const [head = ''] = column.split(/[.[]/);
  // Which entries of a list a path chooses differs from file to file.
  if (column.includes('[')) return rows.some(({ values }) => Object.hasOwn(values, head));
  const heads = rows.map(({ values }) => values[head]).filter((value) => value !== undefined);
  return (
    heads.length > 0 && heads.every((value) => value === null || (Array.isArray(value) && !value.length))
  );
}

/** The property to use for columns that contain objects. */
const usualParts = ['name', 'title', 'key', 'value'];
const usualPartsOfPeople = ['email', 'emailAddress', 'login', 'username', 'displayName', 'name'];

/** The column that has the usual name of a field, with values of a suitable kind; undefined if there is none. */
export function guess(
  field: Field,
  rows: readonly Row[],
  columns: readonly string[],
): Expression | undefined {
  const ofPeople = field === 'assignee' || field === 'reporter';
  const parts = (ofPeople ? usualPartsOfPeople : usualParts).map((part) => `.${part}`);
  const words = usualColumns(field);
  for (const [usual, plainOf] of [plain, withoutNoun].flatMap((by) =>
    words.map((word) => [word, by] as const),
  )) {
    for (const name of columns.filter((column) => plainOf(column) === usual)) {
      // GitHub's user is the author; a plain column of that name can be anybody.
      const column = [...(usual === 'user' ? [] : ['']), ...parts]
        .map((part) => `${name}${part}`)
        .find((path) => fits(field, path, rows));
      if (column !== undefined) return [{ column }];
    }
  }
  if (field === 'title') return guessTitleLevels(columns);
  return field === 'key' ? guessRepeatedKey(rows, columns) : undefined;
}

/** Trees of work items have a column of titles for each level: `Title 1`, `Title 2`. */
function guessTitleLevels(columns: readonly string[]): Expression | undefined {
  const levels = columns.filter((column) => /^(?:title|name|summary) ?\d$/i.test(column)).sort();
  return levels.length > 1 ? levels.map((column) => ({ column })) : undefined;
}

/** Names used only for keys: if a few of them repeat, those rows are wrong, not the column. */
const namesOfKeysAlone = ['key', 'issuekey', 'id', 'issueid', 'cardid', 'taskid', 'identifier'];

function guessRepeatedKey(rows: readonly Row[], columns: readonly string[]): Expression | undefined {
  const named = namesOfKeysAlone.flatMap((usual) => columns.filter((column) => plain(column) === usual));
  const column = named.find((each) => isNearlyKey([{ column: each }], rows));
  return column === undefined ? undefined : [{ column }];
}

/** Whether a column can be guessed for a field: it has values of a suitable kind. */
function fits(field: Field, column: string, rows: readonly Row[]): boolean {
  const expression = [{ column }];
  if (field === 'key') return isKey(expression, rows);
  const found = safely(() => rows.flatMap(({ values }) => evaluate(expression, values)));
  if (!found || found.length === 0) return false;
  const isMark = found.every((text) => MARK.test(text));
  const isOfMarks = field === 'status' && /^(?:done|completed?|closed|finished)$/.test(plain(column));
  return isOfMarks ? isMark : !isDateField(field) || found.some((text) => /\d/.test(text));
}

/** The same of a column that names what the rows are: `Task Name`, `任务状态`. */
const withoutNoun = (column: string): string =>
  plain(column.replace(/^(?:(?:task|issue|ticket|bug|story|item|idea|post)[ _]|任务|任務|課題)(?=.)/i, ''));

/** What says whether something is done, and nothing else. */
export const MARK = /^(?:(true|yes)|false|no)$/i;

/** Whether an expression has a unique value for each row. */
const isKey = (expression: Expression, rows: readonly Row[]): boolean =>
  countKeys(expression, rows) === rows.length;

/** Whether it has a value for each row, unique for most rows. */
export const isNearlyKey = (expression: Expression, rows: readonly Row[]): boolean =>
  countKeys(expression, rows) > rows.length / 2;

/** Number of distinct values of an expression; 0 if a row has none or several. */
function countKeys(expression: Expression, rows: readonly Row[]): number {
  const keys = new Set<string>();
  for (const { values } of rows) {
    const found = safely(() => evaluate(expression, values));
    if (found?.length !== 1) return 0;
    keys.add(found[0]!);
  }
  return keys.size;
}
