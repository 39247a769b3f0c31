/** The most bytes of a request's body (docs/guides/limits.md). */
/** A description of 32,768 emoji takes 384 KiB, written as `\ud83d\ude80`, and as much in a form. */
export const BODY_MAX_BYTES = 512 * 1024;
export const BULK_BODY_MAX_BYTES = 1024 * 1024;
