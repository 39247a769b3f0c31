/**
 * The thread in which a calendar is read (read-in-thread.ts): it gets a file and a window, and posts its busy times, or
 * undefined for a file on which a library throws.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { busyTimesIn, type CalendarWindow } from './busy-times-in.ts';

const { file, window } = workerData as { file: string; window: CalendarWindow };
parentPort!.postMessage(readOrUndefined());

function readOrUndefined(): ReturnType<typeof busyTimesIn> | undefined {
  try {
    return busyTimesIn(file, window);
  } catch {
    return undefined;
  }
}
