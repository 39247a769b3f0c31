/** Under what the objects of records stand that a projection could not handle: `unhandled/<projection>/…`. */
export const UNHANDLED_PREFIX = 'unhandled/';

/** The log line of each record that is kept; an alarm counts it. */
export const KEPT_MESSAGE = 'stream record kept';

/** A record that a projection could not handle, as it is kept: whole, in the form of Lambda's own failure records. */
export interface KeptRecord {
  projection: string;
  error: unknown;
  /** `{ "Records": [record] }` as JSON text. */
  payload: string;
}
