/** The part of a webhook receiver's response that is read, in bytes (docs/specification.md, "Webhooks"). */
export const RECEIVER_RESPONSE_MAX_BYTES = 16 * 1024;
