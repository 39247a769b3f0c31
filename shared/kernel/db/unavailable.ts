/** The database, or the connection to it, did not respond in time; the same request may succeed later. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * Work that cannot be finished now without holding up that of other owners: other writes of the same items kept coming
 * first, or it takes long. The database is available to others.
 */
export class HoldsUpOthers extends DatabaseUnavailable {}

/**
 * Names and codes of temporary errors: those that the SDKs retry
 * (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html), and those of failed connections.
 */
const temporaryNames = new Set([
  'DatabaseUnavailable',
  'BandwidthLimitExceeded',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'InternalError',
  'InternalServerError',
  'InternalServerException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'RequestTimeout',
  'RequestTimeoutException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'TimeoutError',
  'AbortError',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether a status is temporary: 408 and 429 without a known error name come from a proxy in front of the database. */
const isTemporaryStatus = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Whether an SDK error means that the database is throttled or temporarily unreachable. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  // A truncated response is not valid JSON.
  const isCut = $metadata !== undefined && name === 'SyntaxError';
  return (
    isCut ||
    temporaryNames.has(name) ||
    temporaryNames.has(code ?? '') ||
    isTemporaryStatus($metadata?.httpStatusCode ?? 0)
  );
}
