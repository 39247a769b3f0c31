/** The most bytes of a request's body (docs/guides/limits.md). */
export const BODY_MAX_BYTES = 64 * 1024;
export const BULK_BODY_MAX_BYTES = 1024 * 1024;
