import type { InvocationOutcome } from '../lambda/invocation.ts';
import type { StreamMapping } from './mappings.ts';
import type { LambdaRecord } from './record.ts';
import { failureOf } from './response.ts';

/** Unprocessed records, which are not retried any more, and why. */
export type AbandonedRecords = {
  records: LambdaRecord[];
  /** As worded for the log, and as Lambda's own condition. */
  reason: string;
  condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  /** Number of attempts. */
  invokeCount: number;
  /** Whether the last invocation returned no result. */
  functionError: boolean;
};

/** External dependencies of processing a batch. */
type BatchHost = {
  invoke: (event: { Records: LambdaRecord[] }) => Promise<InvocationOutcome>;
  /** Called when all records up to this one have been processed or returned as unprocessed. */
  done: (last: LambdaRecord) => void;
  /** Resolves with true when they are kept elsewhere, with false if the runner stops before. */
  giveUp: (given: AbandonedRecords) => Promise<boolean>;
  /** Waits, at most until the runner stops. */
  pause: (ms: number) => Promise<void>;
  isStopping: () => boolean;
};

type Rules = Pick<StreamMapping, 'bisect' | 'maxRetries' | 'maxAgeMs' | 'reportsFailures'>;
type BatchPart = { records: LambdaRecord[]; retries: number };

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Invokes the function for a batch until it is done or the runner stops. Failures are retried with growing
 * delays. With bisect, a failed batch is split first, in halves or at the sequence number that the function
 * reported; splitting does not count as a retry. Records are unprocessed when their retries are used up or they
 * are too old.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export async function handleBatch(batch: LambdaRecord[], rules: Rules, host: BatchHost): Promise<void> {
  const parts: BatchPart[] = [{ records: batch, retries: 0 }];
  for (let part = parts.shift(); part && !host.isStopping(); part = parts.shift()) {
    const records = await withoutExpired(part, rules.maxAgeMs, host);
    if (records.length === 0) continue;
    const outcome = await host.invoke({ Records: records });
    const failure = failureOf(outcome, records, rules.reportsFailures);
    if (!failure) {
      host.done(records.at(-1)!);
      continue;
    }
    if (failure.from > 0) host.done(records[failure.from - 1]!);
    const failed = records.slice(failure.from);
    if (rules.bisect && records.length > 1) {
      parts.unshift(...split(failed, failure.from > 0));
    } else if (part.retries === rules.maxRetries) {
      const tries = part.retries === 0 ? '' : ` after ${part.retries} retries`;
      const isKept = await host.giveUp({
        records: failed,
        reason: `${failure.reason}${tries}`,
        condition: 'RetryAttemptsExhausted',
        invokeCount: part.retries + 1,
        functionError: outcome.kind === 'timeout' || outcome.kind === 'error',
      });
      if (!isKept) return;
      host.done(failed.at(-1)!);
    } else {
      parts.unshift({ records: failed, retries: part.retries + 1 });
      await host.pause(Math.min(FIRST_PAUSE_MS * 2 ** part.retries, LONGEST_PAUSE_MS));
    }
  }
}

function split(failed: LambdaRecord[], isRest: boolean): BatchPart[] {
  if (isRest || failed.length === 1) return [{ records: failed, retries: 0 }];
  const middle = Math.ceil(failed.length / 2);
  return [
    { records: failed.slice(0, middle), retries: 0 },
    { records: failed.slice(middle), retries: 0 },
  ];
}

async function withoutExpired(
  { records, retries }: BatchPart,
  maxAgeMs: number,
  host: BatchHost,
): Promise<LambdaRecord[]> {
  if (maxAgeMs === Infinity) return records;
  const oldest = (Date.now() - maxAgeMs) / 1000;
  const young = records.findIndex(({ dynamodb }) => dynamodb.ApproximateCreationDateTime >= oldest);
  const expired = young === -1 ? records : records.slice(0, young);
  if (expired.length === 0) return records;
  const isKept = await host.giveUp({
    records: expired,
    reason: `older than ${maxAgeMs / 1000} seconds`,
    condition: 'RecordAgeExceeded',
    invokeCount: retries,
    functionError: retries > 0,
  });
  if (!isKept) return [];
  host.done(expired.at(-1)!);
  return records.slice(expired.length);
}
