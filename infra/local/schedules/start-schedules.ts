import { randomUUID } from 'node:crypto';
import type { Schedule } from './rules.ts';
import { StartError } from '../runner/start-error.ts';
import { withTimeout } from '../runner/timeout.ts';
import type { LambdaFunction } from '../lambda/functions.ts';
import type { InvocationOutcome, Invoke } from '../lambda/invocation.ts';

type Schedules = {
  /**
   * Runs a rule's functions now (after a run in progress, if any), and resolves when they are done. Rejects
   * if a function fails or the rule does not exist.
   */
  fire: (rule: string) => Promise<void>;
  /** Starts no more runs, and gives those in progress a moment to finish. */
  stop: () => Promise<void>;
};

const DRAIN_MS = 2_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs each enabled rule at its rate, first after one period; skips a run that is due while the previous one
 * is in progress. A failed invocation is repeated as often as Lambda would, at once instead of after minutes.
 */
export function startSchedules(schedules: Schedule[], invoke: Invoke): Schedules {
  const underWay = new Map<Schedule, Promise<unknown>>();
  const run = (schedule: Schedule) => {
    const outcomes = Promise.all(
      schedule.targets.map(({ fn, input }) =>
        invokeAsync(
          invoke,
          fn,
          input === undefined ? scheduledEvent(schedule) : (JSON.parse(input) as object),
        ),
      ),
    ).finally(() => underWay.delete(schedule));
    underWay.set(schedule, outcomes);
    return outcomes;
  };
  const timers = schedules
    .filter(({ isEnabled }) => isEnabled)
    .map((schedule) =>
      setInterval(
        () => {
          if (!underWay.has(schedule)) void run(schedule);
        },
        Math.min(schedule.everyMs, LONGEST_TIMER_MS),
      ).unref(),
    );
  return {
    fire: async (rule) => {
      const schedule = schedules.find(({ name, logicalId }) => [name, logicalId].includes(rule));
      if (!schedule) throw new StartError(`The template has no rule ${rule}.`);
      while (underWay.has(schedule)) await underWay.get(schedule);
      for (const outcome of await run(schedule)) {
        if (outcome.kind === 'timeout') throw new Error(`A function of the rule ${rule} timed out.`);
        if (outcome.kind === 'error') throw new Error(outcome.message);
      }
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await withTimeout(DRAIN_MS, Promise.all(underWay.values()));
    },
  };
}

async function invokeAsync(invoke: Invoke, fn: LambdaFunction, event: object): Promise<InvocationOutcome> {
  for (let retries = 0; ; retries++) {
    const outcome = await invoke(fn, event);
    const hasFailed = outcome.kind === 'error' || outcome.kind === 'timeout';
    if (!hasFailed || retries >= fn.asyncRetries) return outcome;
  }
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-run-lambda-schedule.html */
function scheduledEvent({ arn, region, account }: Schedule): object {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account,
    time: new Date().toISOString().replace(/\.\d+/, ''),
    region,
    resources: [arn],
    detail: {},
  };
}
