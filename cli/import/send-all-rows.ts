import { nextIdempotencyKey } from './prepare.ts';
import type { PreparedRow } from './prepared-row.ts';
import { sendRows, type RowOutcome, type SendOptions, type SentRows } from './send-rows.ts';

/**
 * Sends all rows. If more of the stories that they had are gone than are there, the import was undone: then the rows of
 * those that are gone are sent again as new ones, and get the same stories in every later run.
 */
export async function sendAllRows(
  rows: readonly PreparedRow[],
  options: Omit<SendOptions, 'known'>,
): Promise<SentRows> {
  const known = new Map<PreparedRow, RowOutcome>();
  const replaced = new Set<PreparedRow>();
  let present = 0;
  for (let onOutcome = options.onOutcome; ; onOutcome = () => undefined) {
    const sent = await sendRows(rows, { ...options, onOutcome, known });
    const outcomes = [...sent.outcomes].filter(([row]) => !known.has(row));
    const gone = new Set(
      outcomes.flatMap(([row, outcome]) => (isRefusedAs(outcome, 'not_found') ? row : [])),
    );
    present += outcomes.filter(([row, outcome]) => !replaced.has(row) && isThere(outcome)).length;
    for (const row of gone) replaced.add(row);
    if (gone.size === 0 || replaced.size <= present) return sent;
    if (sent.failure || options.stop.signal.aborted) return sent;
    for (const row of gone) row.idempotencyKey = nextIdempotencyKey(row.idempotencyKey);
    for (const [row, outcome] of outcomes) {
      if (!gone.has(row) && !isRefusedAs(outcome, 'parent_missing')) known.set(row, outcome);
    }
  }
}

const isRefusedAs = (outcome: RowOutcome, code: string): boolean =>
  outcome.kind === 'refused' && outcome.refusal.code === code;

const isThere = (outcome: RowOutcome): boolean =>
  outcome.kind === 'present' || isRefusedAs(outcome, 'idempotency_key_reused');
