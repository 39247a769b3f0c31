import { Presets, SingleBar } from 'cli-progress';
import { styleText } from 'node:util';
import { printable, writeError } from '../core/terminal.ts';

/** Shows the progress of an import on stderr. */
export interface ImportProgress {
  /** Another row is done. */
  tick(): void;
  /** As many are done already, which says nothing of how long the others take. */
  skip(count: number): void;
  /** Why nothing progresses at the moment; undefined when it continues. */
  waiting(reason: string | undefined): void;
  stop(): void;
}

/** Shows a count out of a total: a progress bar on a terminal, otherwise occasional lines. */
export function startProgress(total: number, what = 'done'): ImportProgress {
  const rate = rateMeter();
  return process.stderr.isTTY ? startBar(total, what, rate) : startLines(total, what, rate);
}

/** Shows why requests wait, in the progress once there is one. */
export function showWait(progress: ImportProgress | undefined, reason: string | undefined): void {
  if (progress) progress.waiting(reason);
  else if (reason !== undefined) writeError(`Waiting: ${reason}\n`);
}

/** Rows per second over the last seconds, and how long the rest takes at the rate since the start. */
function rateMeter() {
  const WINDOW_MS = 5_000;
  const ticks: number[] = [];
  const started = performance.now();
  let count = 0;
  return {
    tick(): void {
      count++;
      ticks.push(performance.now());
    },
    perSecond(): number {
      const now = performance.now();
      while (ticks.length > 0 && ticks[0]! < now - WINDOW_MS) ticks.shift();
      return (ticks.length * 1000) / Math.max(1, Math.min(WINDOW_MS, now - started));
    },
    /** How long others take at the rate so far, such as `, 3 min 2 s left`; nothing while that is unknown. */
    left(others: number): string {
      if (others === 0 || count === 0) return '';
      return `${duration(((performance.now() - started) * others) / count / 1000)} left`;
    },
  };
}

type RateMeter = ReturnType<typeof rateMeter>;

function startBar(total: number, what: string, rate: RateMeter): ImportProgress {
  let done = 0;
  let note = '';
  const bar = new SingleBar(
    {
      format: `{bar} {percentage}% {value}/{total} ${what} {rate} {left}${styleText('yellow', '{note}', { stream: process.stderr })}`,
      barsize: 24,
      stream: process.stderr,
      hideCursor: true,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const payload = () => {
    return {
      rate: `${rate.perSecond().toFixed(0)}/s`,
      left: rate.left(total - done),
      note: note && `  waiting: ${note}`,
    };
  };
  bar.start(total, 0, payload());
  const timer = setInterval(() => bar.update(done, payload()), 250);
  return {
    tick() {
      done++;
      rate.tick();
      bar.update(done, payload());
    },
    skip(count) {
      done += count;
      bar.update(done, payload());
    },
    waiting(reason) {
      note = printable(reason ?? '');
    },
    stop() {
      clearInterval(timer);
      bar.update(done, payload());
      bar.stop();
    },
  };
}

/** Maximum silence while a tenth takes long. */
const QUIET_MS = 10_000;

function startLines(total: number, what: string, rate: RateMeter): ImportProgress {
  let done = 0;
  let said = '';
  const say = (line: string) => writeError(`${line}\n`);
  const sayHowFar = () => {
    const left = rate.left(total - done);
    // The report says how long all took.
    const pace = done < total ? ` (${rate.perSecond().toFixed(0)}/s${left && `, ${left}`})` : '';
    say(`${done} of ${total} ${total === 1 ? what.replace(/s$/, '') : what}${pace}`);
  };
  const timer = setInterval(sayHowFar, QUIET_MS);
  return {
    tick() {
      done++;
      rate.tick();
      if (Math.floor((done * 10) / total) > Math.floor(((done - 1) * 10) / total)) {
        sayHowFar();
        timer.refresh();
      }
    },
    skip: (count) => void (done += count),
    waiting(reason) {
      // Not once per waiting request.
      const kind = reason?.split(';')[0] ?? '';
      if (kind !== said && kind !== '') say(`Waiting: ${reason}`);
      said = kind;
    },
    stop: () => clearInterval(timer),
  };
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
