import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ParsedMail } from './parsed-mail.ts';

/**
 * How long the whole parse of a mail may take, in milliseconds, from the start of its thread. One of 36 MB takes two
 * seconds of a processor.
 */
export const PARSE_MAX_MS = 10_000;

/** The memory of a thread besides the bytes of the mail and of its files, in MB: what its texts take. */
const HEAP_MAX_MB = 768;

/** Next to this file, also in a bundle (infra/constructs/bundle.ts). */
const thread = new URL(`parse-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Parses a mail in a thread of its own, which is ended at the limit: no pattern of the parser holds up the function for
 * longer, whatever the mail is like. The thread has no variables of the function. Returns why if there is no result.
 */
export async function parseInThread(
  raw: Uint8Array,
  limitMs: number,
): Promise<ParsedMail | 'unreadable' | 'took too long'> {
  const worker = new Worker(thread, {
    workerData: raw,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  });
  // It may fail while it is ended.
  worker.on('error', () => undefined);
  try {
    const [mail] = (await once(worker, 'message', { signal: AbortSignal.timeout(limitMs) })) as [
      ParsedMail | undefined,
    ];
    return mail ?? 'unreadable';
  } catch (error) {
    const { name, code } = error as { name: string; code?: string };
    if (name === 'AbortError') return 'took too long';
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'unreadable';
    throw error;
  } finally {
    await worker.terminate();
  }
}
