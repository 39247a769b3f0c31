import { styleText } from 'node:util';

/** A second signal within this time is the same key press, sent to several processes. */
const DEBOUNCE_MS = 500;

/**
 * Lets Ctrl-C stop an import in good order: the first one aborts, so that what is under way ends and nothing
 * new begins; another ends the process at once. Returns the function that takes this back.
 */
export function onInterrupt(stop: AbortController): () => void {
  let first: number | undefined;
  const handle = () => {
    if (first !== undefined && performance.now() - first > DEBOUNCE_MS) process.exit(130);
    if (first !== undefined) return;
    first = performance.now();
    const sentence = '\nFinishing what is under way; Ctrl-C again ends at once.';
    process.stderr.write(`${styleText('yellow', sentence, { stream: process.stderr })}\n`);
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, handle);
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, handle);
  };
}
