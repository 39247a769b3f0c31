import { SingleBar } from 'cli-progress';

/** A line on the terminal that says what is done now and how long the rest will take; nothing elsewhere. */
export interface Progress {
  /** The number of steps, of about the same length, that make the whole. */
  start(steps: number): void;
  step(task: string, steps?: number): void;
  /** A line that stays. */
  warn: (line: string) => void;
  end(): void;
}

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const bar = new SingleBar({
    stream,
    format: '{bar} {percentage} %  {task}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
  });
  return {
    start: (steps) => bar.start(steps, 0, { task: '' }),
    step: (task, steps = 1) => bar.increment(steps, { task }),
    warn: (line) => stream.write(`\n${line}\n`),
    end: () => bar.stop(),
  };
}
