import { expect } from 'vitest';

/** Waits until something holds that follows from the table's stream. */
export const until = (holds: () => Promise<boolean>): Promise<void> => expect.poll(holds).toBe(true);
