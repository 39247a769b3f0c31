import { setTimeout as delay } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/** Waits until something holds that follows from the table's stream. */
export const until = (holds: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: PATIENCE_MS, interval: 200 });

const HOUR_MS = 60 * 60 * 1000;

/** Attempts count by the hour: waits for the next where one is about to end. */
export async function awayFromFullHour(): Promise<void> {
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS);
  if (leftMs < 60_000) await delay(leftMs);
}
