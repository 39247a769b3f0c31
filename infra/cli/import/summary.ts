import { writeFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { CommandError } from '../core/command-error.ts';
import { renderTable } from '../core/output.ts';
import type { Made } from './complete.ts';
import type { Prepared } from './prepare.ts';
import { describeRefused, describeWarnings, notesOf } from './preview.ts';
import type { Sent } from './send-rows.ts';
import type { Warning } from './parents.ts';
import type { ImportOptions, Job } from './plan.ts';
import type { Related } from './relate-rows.ts';
import type { Refusal } from './prepared-row.ts';

export interface Result {
  prepared: Prepared;
  made: Made[];
  sent: Sent;
  seconds: number;
}

const goOn = 'Run the same command again to continue: imported rows are not imported twice.';

/**
 * Shows the outcome of each file and of the relations, and writes the report, if requested. Returns the exit code;
 * throws the error that ended the import early.
 */
export function finish(
  files: readonly { job: Job; result: Result }[],
  relations: Related | undefined,
  { report, json }: Pick<ImportOptions, 'report' | 'json'>,
): number {
  const outcomes = files.map(({ job, result }) => outcomeOf(job, result));
  if (report !== undefined) writeReport(report, outcomes, relations);
  if (json) {
    const [only, ...others] = outcomes.map(({ summary }) => summary);
    const shown = others.length === 0 ? { ...only, relations } : { files: [only, ...others], relations };
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  } else {
    const lines = [...outcomes.flatMap(({ lines: own }) => own), ...describeRelations(relations)];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  const open = outcomes.reduce((sum, { counts }) => sum + counts.open, 0);
  const failure = files.find(({ result }) => result.sent.failure)?.result.sent.failure;
  if (failure) throw new CommandError(`${failure.message} ${open} rows remain.`);
  if (open > 0) {
    process.stderr.write(`${open} rows remain. ${goOn}\n`);
    return 130;
  }
  return outcomes.some(({ counts }) => counts.refused > 0) ? 1 : 0;
}

/** The outcome for a file's rows: in numbers, as JSON and in words. */
function outcomeOf(job: Job, { prepared, made, sent, seconds }: Result) {
  const outcomes = [...sent.outcomes.values()];
  const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const refused = [
    ...prepared.refused,
    ...outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? outcome.refusal : [])),
  ].sort((a, b) => a.row - b.row);
  const counts = {
    rows: job.rows.length,
    created: count('created'),
    present: count('present'),
    refused: refused.length,
    open: count('open'),
  };
  const { warnings } = prepared;
  const unassigned = warnings.filter(({ code }) => code === 'unassigned').length;
  const { workspaceId } = job.catalog;
  const summary = {
    workspaceId,
    import: job.rules.importName,
    ...{ ...counts, unassigned },
    seconds,
    ...{ notes: notesOf(job, prepared), made, refusals: refused, warnings },
  };
  return { counts, refused, warnings, summary, lines: describe(counts, seconds, refused, prepared) };
}

function describeRelations(relations: Related | undefined): string[] {
  if (!relations || relations.found === 0) return [];
  const { created, present, warnings } = relations;
  const cells = [String(relations.found), styleText('green', String(created)), String(present)];
  return [
    '',
    renderTable(['relations', 'created', 'already there', 'left out'], [[...cells, String(warnings.length)]]),
    ...describeWarnings(warnings),
  ];
}

function describe(
  counts: Record<'rows' | 'created' | 'present' | 'refused' | 'open', number>,
  seconds: number,
  refused: readonly Refusal[],
  { warnings }: Prepared,
): string[] {
  const { rows, created, present, open } = counts;
  const rate = (created + present) / Math.max(seconds, 0.001);
  const color = counts.refused > 0 ? 'red' : 'dim';
  return [
    '',
    renderTable(
      ['rows', 'created', 'already there', 'refused', ...(open > 0 ? ['left'] : [])],
      [
        [
          String(rows),
          styleText('green', String(created)),
          String(present),
          styleText(color, String(counts.refused)),
          ...(open > 0 ? [String(open)] : []),
        ],
      ],
    ),
    ...describeRefused(refused),
    ...describeWarnings(warnings),
    '',
    styleText('dim', `In ${seconds.toFixed(1)} s, ${rate.toFixed(0)} rows per second.`),
  ];
}

/** JSON Lines: every refused row, then the remarks about others, then those about relations. */
function writeReport(
  file: string,
  outcomes: readonly { refused: readonly Refusal[]; warnings: readonly Warning[] }[],
  relations: Related | undefined,
): void {
  const lines = [
    ...outcomes.flatMap(({ refused }) => refused.map((refusal) => ({ kind: 'refused', ...refusal }))),
    ...[...outcomes.flatMap(({ warnings }) => warnings), ...(relations?.warnings ?? [])].map((warning) => ({
      kind: 'warning',
      ...warning,
    })),
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
