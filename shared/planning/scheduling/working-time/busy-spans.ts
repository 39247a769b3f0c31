import type { TimeSpan } from './time-span.ts';

/**
 * The maximum number of a feed's spans that are stored, the nearest: eight separate ones on each working day of the
 * planner's year, in about 20 KB.
 */
export const BUSY_SPANS_MAX = 2_500;

/** Spans in order, without overlaps: those that touch become one, and empty ones none. */
export function mergeSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const merged: TimeSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (span.end <= span.start) continue;
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** Spans as text: of each, the minutes since the end of the one before, and its length in minutes, in base 36. */
export function encodeSpans(spans: readonly TimeSpan[]): string {
  let before = 0;
  return spans
    .map(({ start, end }) => {
      const text = `${(start - before).toString(36)},${(end - start).toString(36)}`;
      before = end;
      return text;
    })
    .join(' ');
}

/** The spans of a text that encodeSpans made. */
export function decodeSpans(text: string): TimeSpan[] {
  let before = 0;
  if (text === '') return [];
  return text.split(' ').map((part) => {
    const [gap, length] = part.split(',').map((digits) => Number.parseInt(digits, 36)) as [number, number];
    const start = before + gap;
    before = start + length;
    return { start, end: before };
  });
}
