import { writeFileSync } from 'node:fs';
import { CommandError } from '../core/command-error.ts';
import { OWN_FILE_MODE } from '../core/own-file.ts';
import { renderTable, type Cell } from '../core/output.ts';
import { styled, toJsonText, writeError, writeOutput } from '../core/terminal.ts';
import type { CreatedResource } from './resource-creator.ts';
import type { PreparedImport } from './prepare.ts';
import { columnUses, type ColumnUse } from './columns.ts';
import type { DetailsOutcome } from './send-details.ts';
import { describeRefused, describeWarnings, LISTED, importNotes } from './preview.ts';
import type { PlacedRow, SentRows } from './send-rows.ts';
import type { ImportOptions, ImportJob } from './plan.ts';
import type { RelateOutcome } from './relate-rows.ts';
import type { Refusal } from './prepared-row.ts';

export interface ImportResult {
  prepared: PreparedImport;
  made: CreatedResource[];
  sent: SentRows;
  seconds: number;
  /** Once comments and links have been sent. */
  details?: DetailsOutcome;
  /** How many stories were archived. */
  archived?: number;
}

const goOn = 'Run the same command again to continue: imported rows are not imported twice.';

/**
 * Shows the outcome of each file and of the relations, and writes the report, if requested. Returns the exit code;
 * throws the error that ended the import early.
 */
export function reportImport(
  files: readonly { job: ImportJob; result: ImportResult }[],
  relations: RelateOutcome | undefined,
  { report, json, changeSetId }: Pick<ImportOptions, 'report' | 'json'> & { changeSetId: string },
): number {
  const outcomes = files.map(({ job, result }) => outcomeOf(job, result));
  if (report !== undefined) writeReport(report, { outcomes, relations, changeSetId });
  if (json) {
    const [only, ...others] = outcomes.map(({ summary }) => ({ ...summary, changeSetId }));
    const shown =
      others.length === 0 ? { ...only, relations } : { changeSetId, files: [only, ...others], relations };
    writeOutput(`${toJsonText(shown)}\n`);
  } else {
    const lines = [
      ...outcomes.flatMap(({ lines: own }) => own),
      ...describeRelations(relations),
      ...(outcomes.some(({ counts }) => counts.created + counts.updated > 0)
        ? ['', `Undo it with: plotline undo ${changeSetId}`]
        : []),
    ];
    writeOutput(`${lines.join('\n')}\n`);
  }
  const open = outcomes.reduce((sum, { counts }) => sum + counts.open, 0);
  const failure = files.find(({ result }) => result.sent.failure)?.result.sent.failure;
  if (failure) throw new CommandError(`${failure.message} ${open} rows remain.`);
  if (open > 0) {
    writeError(`${open} rows remain. ${goOn}\n`);
    return 130;
  }
  return outcomes.some(({ counts }) => counts.refused > 0) ? 1 : 0;
}

type FileOutcome = ReturnType<typeof outcomeOf>;

/** The outcome for a file's rows: in numbers, as JSON and in words. */
function outcomeOf(job: ImportJob, { prepared, made, sent, seconds, details, archived }: ImportResult) {
  const outcomes = [...sent.outcomes.values()];
  const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const refused = [
    ...prepared.refused,
    ...outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? outcome.refusal : [])),
  ].sort((a, b) => a.row - b.row);
  const counts = {
    rows: job.rowCount,
    created: count('created'),
    updated: count('updated'),
    present: count('present'),
    refused: refused.length,
    open: count('open'),
  };
  const { warnings } = prepared;
  const unassigned = warnings.filter(({ code }) => code === 'unassigned').length;
  const { workspaceId } = job.catalog;
  const columns = columnUses({ ...job, refused, warnings });
  const unmapped = columns.filter(({ becomes }) => becomes.length === 0).map(({ column }) => column);
  const { comments, links, times } = details ?? {};
  const references = referencesOf(sent);
  const summary = {
    workspaceId,
    import: job.rules.importName,
    ...counts,
    unassigned,
    seconds,
    unmapped,
    columns,
    comments,
    links,
    times,
    archived,
    notes: importNotes(job, { prepared, made }),
    made,
    references,
    refusals: refused,
    warnings,
  };
  const lines = [
    ...describe(counts, refused, prepared),
    ...leftAsTheyAre(job, counts.present),
    ...describeDetails(details),
    ...(archived ? [`${archived} archived.`] : []),
    ...describeColumns(columns),
    ...describeReferences(references),
    inTime(counts, seconds),
  ];
  return { counts, refused, warnings, columns, references, summary, lines };
}

/** Says that a second import of rows with external ids does not change their stories. */
const leftAsTheyAre = ({ options, entries }: ImportJob, present: number): string[] =>
  present > 0 && !options.update && entries.some(({ external }) => external)
    ? [`Stories that are there already are left as they are: ${present}. --update writes what differs.`]
    : [];

const describeDetails = (details: DetailsOutcome | undefined): string[] =>
  (['comments', 'links', 'times'] as const).flatMap((what) => {
    const { created, present, updated = 0 } = countsOf(details, what);
    const changed = updated > 0 ? ` ${updated} updated,` : '';
    return created + present + updated > 0
      ? [
          `${created} ${what === 'times' ? 'time entries' : what} created,${changed} ${present} already there.`,
        ]
      : [];
  });

const countsOf = (
  details: DetailsOutcome | undefined,
  what: 'comments' | 'links' | 'times',
): { created: number; present: number; updated?: number } => details?.[what] ?? { created: 0, present: 0 };

/** The columns with values that were not imported, wholly or in part. */
/** Columns of which something was not imported; what the remarks and refused rows say is not said again. */
function describeColumns(columns: readonly ColumnUse[]): string[] {
  const omitting = columns.filter(({ omitted, reason }) => omitted > 0 && reason !== undefined);
  if (omitting.length === 0) return [];
  const lines = omitting.map(({ column, becomes, values, omitted, reason }) => [
    column,
    becomes.join(', '),
    values,
    omitted,
    reason,
  ]);
  return ['', renderTable(['column', 'becomes', 'values', 'not imported', 'why'], lines)];
}

function describeRelations(relations: RelateOutcome | undefined): string[] {
  if (!relations || relations.found === 0) return [];
  const { created, present, warnings } = relations;
  const cells = [relations.found, { style: 'green', text: String(created) } as const, present];
  return [
    '',
    renderTable(['relations', 'created', 'already there', 'left out'], [[...cells, warnings.length]]),
    ...describeWarnings(warnings),
  ];
}

function describe(
  counts: Record<'rows' | 'created' | 'updated' | 'present' | 'refused' | 'open', number>,
  refused: readonly Refusal[],
  { warnings }: PreparedImport,
): string[] {
  const { rows, created, updated, present, refused: failed, open } = counts;
  const cells: [heading: string, cell: Cell][] = [
    ['rows', rows],
    ['created', { style: 'green', text: String(created) }],
    ...(updated > 0 ? [['updated', updated] as [string, Cell]] : []),
    ['already there', present],
    ['refused', { style: failed > 0 ? 'red' : 'dim', text: String(failed) }],
    ...(open > 0 ? [['left', open] as [string, Cell]] : []),
  ];
  return [
    '',
    renderTable(
      cells.map(([heading]) => heading),
      [cells.map(([, cell]) => cell)],
    ),
    ...describeRefused(refused),
    ...describeWarnings(warnings),
  ];
}

function inTime(
  { created, updated, present }: Record<'created' | 'updated' | 'present', number>,
  seconds: number,
): string {
  const rate = (created + updated + present) / Math.max(seconds, 0.001);
  return styled('dim', `\nIn ${seconds.toFixed(1)} s, ${rate.toFixed(0)} rows per second.`);
}

/** A row of the file, and the reference of its story. */
interface RowReference {
  row: number;
  key: string | undefined;
  outcome: PlacedRow['kind'];
  reference: string;
}

const referencesOf = ({ outcomes }: SentRows): RowReference[] =>
  [...outcomes]
    .flatMap(([{ entry }, outcome]) =>
      'reference' in outcome
        ? [{ row: entry.row, key: entry.key, outcome: outcome.kind, reference: outcome.reference }]
        : [],
    )
    .sort((a, b) => a.row - b.row);

/** The first rows with their references; the report lists all. */
function describeReferences(references: readonly RowReference[]): string[] {
  if (references.length === 0) return [];
  const left = references.length - LISTED;
  const rows = references.slice(0, LISTED).map(({ row, key, reference }) => [row, key, reference]);
  const more = left > 0 ? [`… and ${left} more; --report FILE lists them all.`] : [];
  return ['', renderTable(['row', 'key', 'story'], rows), ...more];
}

interface Reported {
  outcomes: readonly Pick<FileOutcome, 'refused' | 'warnings' | 'references' | 'columns'>[];
  relations: RelateOutcome | undefined;
  /** Of a dry run there is none. */
  changeSetId: string | undefined;
}

/** JSON Lines: the change set of the import or that it was a dry run, every row's story with what the row was called, what became of every column, every refused row, then the remarks about others, then those about relations. */
function writeReport(file: string, { outcomes, relations, changeSetId }: Reported): void {
  writeLines(file, [
    importLine(changeSetId),
    ...outcomes.flatMap(({ references }) => references.map((row) => ({ kind: 'story', ...row }))),
    ...outcomes.flatMap(({ columns }) => columns.map((column) => ({ kind: 'column', ...column }))),
    ...outcomes.flatMap(({ refused }) => refused.map((refusal) => ({ kind: 'refused', ...refusal }))),
    ...[...outcomes.flatMap(({ warnings }) => warnings), ...(relations?.warnings ?? [])].map((warning) => ({
      kind: 'warning',
      ...warning,
    })),
  ]);
}

/** Writes what a dry run would leave out of files, in the form of an import's report. */
export function reportDryRun(
  file: string,
  plans: readonly { job: ImportJob; prepared: PreparedImport }[],
): void {
  const outcomes = plans.map(({ job, prepared: { refused, warnings } }) => ({
    refused,
    warnings,
    references: [],
    columns: columnUses({ ...job, refused, warnings }),
  }));
  writeReport(file, { outcomes, relations: undefined, changeSetId: undefined });
}

/** The first line of a report. */
export const importLine = (changeSetId: string | undefined): object => ({
  kind: 'import',
  ...(changeSetId === undefined ? { dryRun: true } : { changeSetId }),
});

/** Writes a report of JSON Lines, for no one else to read. */
export const writeLines = (file: string, lines: readonly object[]): void =>
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: OWN_FILE_MODE });
