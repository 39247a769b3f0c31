import type { OperationContext } from '../../kernel/core/call.ts';

/** The stream fills the bin; it is rarely behind by more. */
const WAIT_MAX_MS = 2_000;
const STEP_MS = 100;

/** Looks again until something is found, or the stream has had time to bring it. */
export async function waitForBin<T>(
  { pause }: Pick<OperationContext, 'pause'>,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let waited = 0; ; waited += STEP_MS) {
    const found = await look();
    if (found !== undefined || waited >= WAIT_MAX_MS) return found;
    await pause(STEP_MS);
  }
}
