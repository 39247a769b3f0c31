import { malformedAnswer, reportedFailures } from '../lambda/batch-response.ts';
import type { InvocationOutcome } from '../lambda/invocation.ts';
import type { LambdaRecord } from './record.ts';

/** The failed records of a batch: all from this index on. */
type BatchFailure = { from: number; reason: string };

/**
 * Interprets the result of an invocation; undefined if everything succeeded. If the function may report
 * failures, the lowest reported sequence number counts; an invalid result fails the whole batch.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export function failureOf(
  outcome: InvocationOutcome,
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
  const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const failed = reportedFailures(json, numbers);
  if (!failed) return { from: 0, reason: malformedAnswer(json) };
  if (failed.length === 0) return undefined;
  const from = Math.min(...failed.map((number) => numbers.indexOf(number)));
  return { from, reason: 'the function reported failures' };
}
