import { setTimeout as delay } from 'node:timers/promises';
import type { OperationContext } from '../../kernel/core/call.ts';
import { isFencePassed } from '../../kernel/log/log-fence-store.ts';

/** How long to wait between two looks, in milliseconds, at first and at most. */
const FIRST_LOOK_MS = 50;
const LOOK_MAX_MS = 1_000;

/** Waits until the log has all that was written before a fence. Returns false if that takes longer than `most` milliseconds. */
export async function untilLogged(
  { read }: Pick<OperationContext, 'read'>,
  fence: string,
  most: number,
): Promise<boolean> {
  const begun = performance.now();
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(2 * pause, LOOK_MAX_MS)) {
    if (await isFencePassed(read, fence)) return true;
    if (performance.now() + pause - begun > most) return false;
    await delay(pause);
  }
}
