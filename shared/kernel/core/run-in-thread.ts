import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface ThreadLimits {
  /** Milliseconds from the start of the thread. */
  limitMs: number;
  /** The memory of the thread besides its data, in MB. */
  heapMaxMb: number;
}

/**
 * Runs a module in a thread of its own with data, and returns what it posts. The thread is ended at its limits: no pattern
 * of a parser holds up the function for longer. It has no variables of the function. Returns why if there is no result.
 */
export async function runInThread<T>(
  module: URL,
  workerData: unknown,
  { limitMs, heapMaxMb }: ThreadLimits,
): Promise<T | 'unreadable' | 'took too long'> {
  const worker = new Worker(module, {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
  });
  // It may fail while it is ended.
  worker.on('error', () => undefined);
  try {
    const [result] = (await once(worker, 'message', { signal: AbortSignal.timeout(limitMs) })) as [
      T | undefined,
    ];
    return result ?? 'unreadable';
  } catch (error) {
    const { name, code } = error as { name: string; code?: string };
    if (name === 'AbortError') return 'took too long';
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'unreadable';
    throw error;
  } finally {
    await worker.terminate();
  }
}
