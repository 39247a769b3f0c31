/** Key prefix of records that a projection could not process: `unhandled/<projection>/…`, as stored objects are named. */
export const UNPROCESSED_PREFIX = 'unhandled/';

/** The log message for each stored record; an alarm counts it. */
export const UNPROCESSED_MESSAGE = 'stream record unprocessed';

/** A stored record that a projection could not process, in the format of Lambda's failure records. */
export interface UnprocessedRecord {
  projection: string;
  error: unknown;
  /** `{ "Records": [record] }` as JSON text. */
  payload: string;
}
