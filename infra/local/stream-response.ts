import type { Outcome } from './invocation.ts';
import type { LambdaRecord } from './stream-record.ts';

/** Which records of a batch failed: all from this index on. */
export type BatchFailure = { from: number; reason: string };

/**
 * What an invocation says about its batch; undefined when all is well. Where the function may report failures,
 * the lowest sequence number among them counts; an answer that cannot be understood fails the whole batch.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export function failureOf(
  outcome: Outcome,
  records: LambdaRecord[],
  reportsFailures: boolean,
): BatchFailure | undefined {
  switch (outcome.kind) {
    case 'timeout':
      return { from: 0, reason: 'the function timed out' };
    case 'error':
      return { from: 0, reason: outcome.message.split('\n', 1)[0]! };
    case 'response':
      return undefined;
    case 'json':
      return reportsFailures ? reported(outcome.json, records) : undefined;
  }
}

function reported(json: string, records: LambdaRecord[]): BatchFailure | undefined {
  const answer = JSON.parse(json) as unknown;
  const malformed = { from: 0, reason: `the answer is no batch response: ${json.slice(0, 200)}` };
  if (answer === null) return undefined;
  if (typeof answer !== 'object' || Array.isArray(answer)) return malformed;
  const { batchItemFailures: failures = null } = answer as { batchItemFailures?: unknown };
  if (failures === null) return undefined;
  if (!Array.isArray(failures)) return malformed;
  const indexes = failures.map((failure: unknown) => {
    const { itemIdentifier } = (failure ?? {}) as { itemIdentifier?: unknown };
    return records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier);
  });
  if (indexes.includes(-1)) return malformed;
  return indexes.length === 0
    ? undefined
    : { from: Math.min(...indexes), reason: 'the function reported failures' };
}
