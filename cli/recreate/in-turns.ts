import { Interrupted } from '../import/api-client.ts';

/** Requests in progress. */
const AT_ONCE = 10;

/** Runs tasks side by side, those of the same turn one after the other; `add` waits while enough are running. */
export function inTurns(stopping: AbortSignal) {
  const running = new Set<Promise<void>>();
  const last = new Map<string, Promise<void>>();
  let failure: unknown;
  const settled = async (): Promise<void> => {
    if (failure !== undefined) throw failure as Error;
    if (stopping.aborted) throw new Interrupted();
  };
  return {
    async add(turn: string, task: () => Promise<void>): Promise<void> {
      while (running.size >= AT_ONCE) await Promise.race(running);
      await settled();
      const run = (last.get(turn) ?? Promise.resolve())
        .then(async () => {
          if (failure === undefined) await task();
        })
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => {
          running.delete(run);
          if (last.get(turn) === run) last.delete(turn);
        });
      running.add(run);
      last.set(turn, run);
    },
    async end(): Promise<void> {
      await Promise.all(running);
      await settled();
    },
  };
}
