import { extname } from 'node:path';
import { runInThread } from '../../../kernel/core/run-in-thread.ts';
import type { TimeSpan } from '../working-time/time-span.ts';
import type { CalendarProblem, CalendarWindow } from './busy-times-in.ts';

/** How long a calendar may be read, in milliseconds; one of 2 MB takes up to three seconds of a processor. */
const CALENDAR_READ_MAX_MS = 15_000;

/** The memory of the thread besides its file, in MB. */
const HEAP_MAX_MB = 192;

/** Next to this file, also in a bundle (infra/constructs/bundle.ts). */
const thread = new URL(`calendar-thread${extname(import.meta.url)}`, import.meta.url);

/** The busy times of a calendar, read in a thread of its own; or why there are none. */
export const readInThread = (
  file: string,
  window: CalendarWindow,
  limitMs = CALENDAR_READ_MAX_MS,
): Promise<TimeSpan[] | CalendarProblem | 'unreadable' | 'took too long'> =>
  runInThread<TimeSpan[] | CalendarProblem>(thread, { file, window }, { limitMs, heapMaxMb: HEAP_MAX_MB });
