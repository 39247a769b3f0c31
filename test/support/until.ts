import { expect, vi } from 'vitest';

/** What the stream sets off takes longer on a busy machine; how long is never what a test is about. */
const PATIENCE_MS = 120_000;

/** Waits until something holds that follows from the table's stream. */
export const until = (holds: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: PATIENCE_MS, interval: 100 });
