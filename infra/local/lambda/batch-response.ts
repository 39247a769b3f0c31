/**
 * The identifiers that a function's answer to a batch reports as failed: none for an empty, null or missing list.
 * Undefined for an answer that cannot be understood, or that names what is not in the batch: all of it failed then.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function reportedFailures(json: string, identifiers: string[]): string[] | undefined {
  const answer = JSON.parse(json) as unknown;
  if (answer === null) return [];
  if (typeof answer !== 'object' || Array.isArray(answer)) return undefined;
  const { batchItemFailures: failures = null } = answer as { batchItemFailures?: unknown };
  if (failures === null) return [];
  if (!Array.isArray(failures)) return undefined;
  const failed = failures.map(
    (failure: unknown) => ((failure ?? {}) as { itemIdentifier?: unknown }).itemIdentifier,
  );
  const isKnown = (id: unknown): id is string => typeof id === 'string' && identifiers.includes(id);
  return failed.every(isKnown) ? failed : undefined;
}

/** For logs: an answer that reportedFailures does not understand. */
export function malformedAnswer(json: string): string {
  return `the answer is no batch response: ${json.slice(0, 200)}`;
}
