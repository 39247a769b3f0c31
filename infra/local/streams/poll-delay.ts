/** The first delay after records were found; each further one is twice as long. */
const SHORTEST_MS = 5;
/** Maximum delay for new records, and the polling interval of a stream that has been idle for a second. */
const LONGEST_MS = 40;
const IDLE_MS = 100;
const IDLE_AFTER_READS = 25;
/**
 * Reads are expensive if the engine has a long log without an index: they take at most this fraction of the
 * time.
 */
const SHARE = 1 / 10;
const LONGEST_AT_ALL_MS = 500;

/**
 * The delay before the next read of a stream after `emptyReads` consecutive empty reads, the cheapest of
 * which took `readMs`. Short after activity, and long enough to cost almost nothing when idle.
 */
export function pauseBeforeRead(emptyReads: number, readMs: number): number {
  const longest = emptyReads > IDLE_AFTER_READS ? IDLE_MS : LONGEST_MS;
  const affordable = Math.min(Math.max(longest, readMs / SHARE), LONGEST_AT_ALL_MS);
  return Math.min(SHORTEST_MS * 2 ** Math.max(emptyReads - 1, 0), affordable);
}
