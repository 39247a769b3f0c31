/**
 * Maximum total size of what a response lists, in bytes: Lambda limits responses to 6 MB
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
export const RESPONSE_DATA_MAX_BYTES = 4_000_000;
