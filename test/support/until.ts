import { expect, vi } from 'vitest';

/**
 * How long tests wait for what the stream sets off. How long that takes is never what a test is about: one projector
 * follows what all test files write, and was two minutes behind on a machine that had nothing else to do.
 */
export const PATIENCE_MS = 280_000;

/** Waits until something holds that follows from the table's stream. */
export const until = (holds: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: PATIENCE_MS, interval: 200 });
