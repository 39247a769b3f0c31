/** The share of a worker's concurrency that one workspace may hold. */
const SLOT_SHARE = 0.2;

/**
 * The maximum number of a workspace's lanes or jobs that are processed concurrently, if each is alone in an invocation.
 */
export const slotsOf = (concurrency: number): number => Math.max(2, Math.floor(concurrency * SLOT_SHARE));
