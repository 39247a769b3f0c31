/** How long to wait until the next look at a stream that had nothing new. */
const SHORTEST_MS = 5;
const LONGEST_MS = 40;
/** Looking takes at most this share of the time; a look is dear where the engine has a long log without an index. */
const SHARE = 1 / 20;
const LONGEST_AT_ALL_MS = 1000;

/**
 * The pause after the `emptyReads`th read in a row that found nothing, the last of which took `readMs`: short
 * just after there was something, since more may follow, and long enough to cost next to nothing when idle.
 */
export function pauseBeforeRead(emptyReads: number, readMs: number): number {
  const pause = Math.min(SHORTEST_MS * 2 ** (emptyReads - 1), LONGEST_MS);
  return Math.min(Math.max(pause, readMs / SHARE), LONGEST_AT_ALL_MS);
}
