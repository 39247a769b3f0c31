/** Key prefix of records that a projection or the dispatcher could not process, as stored objects are named: `unhandled/<projection>/…`. */
export const UNPROCESSED_PREFIX = 'unhandled/';

/** The log message for each stored record; an alarm counts it. */
export const UNPROCESSED_MESSAGE = 'stream record unprocessed';

/** A stored record that a projection or the dispatcher (`events`) could not process, in the format of Lambda's failure records. */
export interface UnprocessedRecord {
  projection: string;
  error: unknown;
  /** `{ "Records": [record] }` as JSON text. */
  payload: string;
}
