import { writeFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { CommandError } from '../core/command-error.ts';
import { renderTable } from '../core/output.ts';
import type { Made } from './complete.ts';
import type { Prepared } from './prepare.ts';
import { describeRefused, describeWarnings, notesOf } from './preview.ts';
import type { Sent } from './send-rows.ts';
import type { Job } from './plan.ts';
import type { Refusal } from './prepared-row.ts';

interface Result {
  prepared: Prepared;
  made: Made[];
  sent: Sent;
  seconds: number;
}

const goOn = 'Run the same command again to continue: imported rows are not imported twice.';

/**
 * Shows the outcome and writes the report, if requested. Returns the exit code; throws the error that ended
 * the import early.
 */
export function finish(job: Job, { prepared, made, sent, seconds }: Result): number {
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
  if (job.options.report !== undefined) writeReport(job.options.report, refused, prepared);
  if (job.options.json) {
    const { workspaceId } = job.catalog;
    const summary = {
      workspaceId,
      import: job.rules.importName,
      ...{ ...counts, unassigned },
      seconds,
      ...{ notes: notesOf(job, prepared), made, refusals: refused, warnings },
    };
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  } else {
    process.stdout.write(`${describe(counts, seconds, refused, prepared).join('\n')}\n`);
  }
  if (sent.failure) throw new CommandError(`${sent.failure.message} ${counts.open} rows remain.`);
  if (counts.open > 0) {
    process.stderr.write(`${counts.open} rows remain. ${goOn}\n`);
    return 130;
  }
  return refused.length > 0 ? 1 : 0;
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

/** JSON Lines: every refused row, then the remarks about others. */
function writeReport(file: string, refused: readonly Refusal[], { warnings }: Prepared): void {
  const lines = [
    ...refused.map((refusal) => ({ kind: 'refused', ...refusal })),
    ...warnings.map((warning) => ({ kind: 'warning', ...warning })),
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
