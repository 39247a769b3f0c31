import { expect, vi } from 'vitest';

/** As long as `expect.poll` waits, which is not for hooks. */
const PATIENCE_MS = 280_000;

/** Waits until something holds that follows from the table's stream. */
export const until = (holds: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: PATIENCE_MS, interval: 200 });
