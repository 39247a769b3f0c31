/** The first pause after there was something; each is twice the one before. */
const SHORTEST_MS = 5;
/** What new records wait at most, and how often an idle stream is looked at after a second. */
const LONGEST_MS = 40;
const IDLE_MS = 100;
const IDLE_AFTER_READS = 25;
/** Where the engine has a long log without an index, a look is dear: it takes at most this share of the time. */
const SHARE = 1 / 10;
const LONGEST_AT_ALL_MS = 500;

/**
 * How long to wait until the next look at a stream, after `emptyReads` in a row that found nothing, the cheapest
 * of which took `readMs`. Short just after there was something, long enough to cost next to nothing when idle.
 */
export function pauseBeforeRead(emptyReads: number, readMs: number): number {
  const longest = emptyReads > IDLE_AFTER_READS ? IDLE_MS : LONGEST_MS;
  const affordable = Math.min(Math.max(longest, readMs / SHARE), LONGEST_AT_ALL_MS);
  return Math.min(SHORTEST_MS * 2 ** Math.max(emptyReads - 1, 0), affordable);
}
