import type { ApiClient } from './api-client.ts';
import { styled, writeError } from '../core/terminal.ts';

/** A second signal within this time is the same key press, sent to several processes. */
const DEBOUNCE_MS = 500;

/**
 * Handles Ctrl-C during an import: the first one aborts gracefully, so that requests in progress finish;
 * another one calls `end` and ends the process immediately. Returns a function that removes the handler.
 */
export function onInterrupt(stop: AbortController, end: () => void = () => undefined): () => void {
  let first: number | undefined;
  const handle = () => {
    if (first !== undefined && performance.now() - first > DEBOUNCE_MS) {
      end();
      process.exit(130);
    }
    if (first !== undefined) return;
    first = performance.now();
    const sentence = '\nFinishing requests in progress; press Ctrl-C again to stop immediately.';
    writeError(`${styled('yellow', sentence, process.stderr)}\n`);
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, handle);
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, handle);
  };
}

/** Says on standard error how to undo what an import has written before it ended early; nothing if it wrote nothing. */
export function sayUndo({ mayHaveWritten }: Pick<ApiClient, 'mayHaveWritten'>, changeSetId: string): void {
  if (mayHaveWritten)
    writeError(`Run the same command again to continue, or undo it with: plotline undo ${changeSetId}\n`);
}
