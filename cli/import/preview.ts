import { renderTable } from '../core/output.ts';
import { printable, styled, toJsonText, writeOutput } from '../core/terminal.ts';
import type { CreatedResource } from './resource-creator.ts';
import { columnUses } from './columns.ts';
import { shorten } from './describe-mapping.ts';
import { guessesOf, namesakeNotes, type Guess } from './guesses.ts';
import { historyNotes } from './history.ts';
import type { Warning } from './parents.ts';
import { statusCategories } from '../../shared/kernel/core/status-category.ts';
import type { ImportJob, ImportPlan } from './plan.ts';
import type { PreparedRow, Refusal } from './prepared-row.ts';

/** Maximum number of entries in a list for people. */
export const LISTED = 10;
const ROWS_WIDTH = 24;

const heading = (text: string): string => `\n${styled('bold', text)}`;

const FIRST_ROWS = 5;

/**
 * Shows what an import will do: the mapping, the counts, and what would be created. With JSON, only for a dry
 * run, since otherwise the summary is the output.
 */
export function showPlan(job: ImportJob, { prepared, made }: ImportPlan, present = 0): void {
  const { rowCount, mapped, options, catalog, rules } = job;
  if (options.json && !options.dryRun) return;
  const { refused, warnings } = prepared;
  const columns = columnUses({ ...job, refused, warnings });
  const unmapped = columns.filter(({ becomes }) => becomes.length === 0).map(({ column }) => column);
  const notes = importNotes(job, { prepared, made });
  const guesses = guessesOf(prepared.rows, catalog);
  if (options.json) {
    const plan = {
      dryRun: true,
      workspaceId: catalog.workspaceId,
      import: rules.importName,
      rows: rowCount,
      present,
      mapping: mapped.map(([field, from, origin]) => ({ field, from, origin })),
      teams: countByTeam(prepared.rows).map(({ categories, ...team }) => ({
        ...team,
        categories: Object.fromEntries(categories),
      })),
      unmapped,
      columns,
      notes,
      guesses,
      made,
      refusals: refused,
      warnings,
    };
    writeOutput(`${toJsonText(plan)}\n`);
    return;
  }
  const sections = [
    heading('Mapping'),
    renderTable(['field', 'from', '', 'for example'], mapped),
    ...(unmapped.length > 0 ? [styled('dim', `Not imported: ${unmapped.join(', ')}`)] : []),
    ...notes.map(printable),
    ...describeStatuses(prepared.rows),
    ...describeGuesses(guesses),
    heading('Stories'),
    describeTeams(prepared.rows),
    ...(present > 0 ? [describePresent(prepared.rows.length, present, options.update === true)] : []),
    ...(made.length > 0 ? [heading('Will be created first'), describeMade(made)] : []),
    ...(options.dryRun ? [heading('First rows'), describeRows(prepared.rows.slice(0, FIRST_ROWS))] : []),
    ...describeRefused(refused),
    ...describeWarnings(warnings),
    options.dryRun ? '\nNothing was imported (--dry-run).' : '',
  ];
  writeOutput(`${sections.join('\n')}\n`);
}

/** Remarks about an import as a whole. */
export const importNotes = (
  { notes, mapping, catalog }: ImportJob,
  { prepared: { rows }, made }: Pick<ImportPlan, 'prepared' | 'made'>,
): string[] => [...notes, ...historyNotes(mapping, catalog, rows), ...namesakeNotes(rows, catalog, made)];

function describeGuesses(guesses: readonly Guess[]): string[] {
  if (guesses.length === 0) return [];
  const lines = guesses.map(({ value, member, email, rows }) => [value, member, email ?? '', String(rows)]);
  return [
    heading('People found by their name only: if one is someone else, use --people-map'),
    renderTable(['value', 'member', 'address', 'rows'], lines),
  ];
}

/** Rows as the stories they would become. */
const describeRows = (rows: readonly PreparedRow[]): string =>
  renderTable(
    ['row', 'team', 'status', 'parent', 'title'],
    rows.map(({ entry, team, status, parent }) => [
      entry.key ?? String(entry.row),
      team.code,
      status?.name ?? 'default',
      parent?.entry.key ?? '',
      shorten(entry.title),
    ]),
  );

function describeStatuses(rows: readonly PreparedRow[]): string[] {
  const counts = new Map<string, { cells: string[]; count: number }>();
  for (const { entry, status, statusOrigin } of rows) {
    if (entry.status === undefined || !status) continue;
    const cells = [entry.status, status.name, status.category, statusOrigin!];
    const id = JSON.stringify(cells);
    const known = counts.get(id) ?? { cells, count: 0 };
    counts.set(id, { cells, count: known.count + 1 });
  }
  if (counts.size === 0) return [];
  const lines = [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ cells, count }) => [...cells, String(count)]);
  return [heading('Statuses'), renderTable(['value', 'status', 'category', '', 'rows'], lines)];
}

/** Rows by team and category; rows without a status count under the team's default. */
function countByTeam(rows: readonly PreparedRow[]) {
  const counts = new Map<
    string,
    { code: string; name: string; total: number; categories: Map<string, number> }
  >();
  for (const { team, status } of rows) {
    const count = counts.get(team.id) ?? {
      code: team.code,
      name: team.name,
      total: 0,
      categories: new Map(),
    };
    const category = status?.category ?? 'default';
    count.total++;
    count.categories.set(category, (count.categories.get(category) ?? 0) + 1);
    counts.set(team.id, count);
  }
  return [...counts.values()].sort((a, b) => b.total - a.total);
}

function describeTeams(rows: readonly PreparedRow[]): string {
  const counts = countByTeam(rows);
  const used = [...statusCategories, 'default'].filter((category) =>
    counts.some(({ categories }) => categories.has(category)),
  );
  const lines = counts.map(({ code, name, total, categories }) => [
    code,
    name,
    ...used.map((category) => String(categories.get(category) ?? '')),
    String(total),
  ]);
  const sum = (category: string) =>
    counts.reduce((all, { categories }) => all + (categories.get(category) ?? 0), 0);
  const totals = ['', 'all', ...used.map((category) => String(sum(category))), String(rows.length)];
  return renderTable(['team', '', ...used, 'stories'], [...lines, totals]);
}

/** How many of the stories an earlier import has made. */
const describePresent = (all: number, present: number, isUpdate: boolean): string =>
  `${all - present} of them ${all - present === 1 ? 'is' : 'are'} new; already there: ${present}, ${isUpdate ? 'of which what differs is written' : 'left as they are'}.`;

function describeMade(made: readonly CreatedResource[]): string {
  const kinds = [...new Set(made.map(({ what }) => what))];
  return kinds
    .map((kind) => {
      const names = made.filter(({ what }) => what === kind).map(({ name }) => name);
      const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : '';
      return `${kind}: ${listed(names)}${more}`;
    })
    .join('\n');
}

export function describeRefused(refused: readonly Refusal[]): string[] {
  if (refused.length === 0) return [];
  const lines = refused.map(({ row, key, reason }) => ({ row, key, reason, code: 'refused' }));
  return [heading(`Refused: ${refused.length}`), problemTable(lines)];
}

export function describeWarnings(warnings: readonly Warning[]): string[] {
  if (warnings.length === 0) return [];
  return [heading('Remarks'), problemTable(warnings)];
}

/** One line per reason, with the affected rows and some of the values. */
function problemTable(problems: readonly Warning[]): string {
  const groups = [...Map.groupBy(problems, ({ reason }) => reason)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const lines = groups.slice(0, LISTED).map(([reason, those]) => {
    // A row with two labels has two remarks.
    const named = [...new Set(those.map(({ row, key }) => key ?? String(row)))];
    const values = listed([...new Set(those.flatMap(({ value }) => value || []))]);
    return [String(named.length), shorten(listed(named), ROWS_WIDTH), reason, shorten(values)];
  });
  const more = groups.length > LISTED ? `\n… and ${groups.length - LISTED} more reasons` : '';
  return `${renderTable(['rows', 'which', 'reason', 'values'], lines)}${more}`;
}

const listed = (names: readonly string[]): string => printable(names.slice(0, LISTED).join(', '));
