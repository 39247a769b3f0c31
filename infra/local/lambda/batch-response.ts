/**
 * The identifiers that a function reports as failed for a batch: none for an empty, null or missing list.
 * Undefined for an invalid result, or one that names an item outside the batch: then the whole batch has
 * failed.
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

/** For logs: describes a result that reportedFailures rejects. */
export function malformedAnswer(json: string): string {
  return `the result is not a batch response: ${json.slice(0, 200)}`;
}
