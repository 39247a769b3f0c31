import { startProgress } from '../import/progress.ts';

/** Progress that is reported as a number reached, such as a percentage. */
export function startSteps(what: string, total: number) {
  const progress = startProgress(Math.max(1, total), what);
  let done = 0;
  return {
    get done() {
      return done;
    },
    to(reached: number): void {
      for (; done < reached; done++) progress.tick();
    },
    /** What an earlier run has reached, which took no time now. */
    skipTo(reached: number): void {
      progress.skip(reached - done);
      done = reached;
    },
    stop: (): void => progress.stop(),
  };
}
