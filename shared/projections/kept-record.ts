/** Key prefix of records that a projection could not process: `unhandled/<projection>/…`. */
export const UNHANDLED_PREFIX = 'unhandled/';

/** The log message for each saved record; an alarm counts it. */
export const KEPT_MESSAGE = 'stream record kept';

/** A saved record that a projection could not process, in the format of Lambda's failure records. */
export interface KeptRecord {
  projection: string;
  error: unknown;
  /** `{ "Records": [record] }` as JSON text. */
  payload: string;
}
