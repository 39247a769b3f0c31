import { createHash } from 'node:crypto';

/**
 * The deliveries of an endpoint stand in lanes, and a lane is worked on by one worker at a time. So an endpoint
 * is never sent more than that many requests at once, however much happens, and a slow one holds up only itself.
 */
export const LANES = 8;

/** The lane of what happened to a thing: the same for all of it, so that it goes out in order while all is well. */
export const laneOf = (subjectId: string): number =>
  createHash('sha256').update(subjectId).digest()[0]! % LANES;

export interface Lane {
  webhookId: string;
  number: number;
}

export const lanesOf = (webhookId: string): Lane[] =>
  Array.from({ length: LANES }, (_, number) => ({ webhookId, number }));
