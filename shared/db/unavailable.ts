/** The database, or the connection to it, did not respond in time; the same request may succeed later. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

const temporaryNames = new Set([
  'DatabaseUnavailable',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'LimitExceededException',
  'InternalServerError',
  'InternalServerException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'TimeoutError',
  'AbortError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
]);

/** Whether an SDK error means that the database is throttled or temporarily unreachable. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return (
    temporaryNames.has(name) || temporaryNames.has(code ?? '') || ($metadata?.httpStatusCode ?? 0) >= 500
  );
}
