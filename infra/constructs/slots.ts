/** The share of a worker's concurrency that one workspace may hold. */
const SLOT_SHARE = 0.2;

/** How many of one workspace's lanes or jobs are processed at once, if each of them is alone in an invocation. */
export const slotsOf = (concurrency: number): number => Math.max(2, Math.floor(concurrency * SLOT_SHARE));
