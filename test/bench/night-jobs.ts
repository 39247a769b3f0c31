import { slotsOf } from '../../infra/constructs/slots.ts';
import { startOfDayInZone } from '../../shared/kernel/core/day-in-zone.ts';
import { DAY_MS, utcDay } from '../../shared/kernel/core/date-span.ts';
import { SLOT_DEFERRAL_SECONDS } from '../../shared/kernel/jobs/work-on-job.ts';
import { nextForecastNight } from '../../shared/planning/forecasts/forecast-night.ts';
import { production } from '../infra/production.ts';
import { seededRandom } from '../support/random.ts';
import { Clockwork, percentile } from './hostile/clockwork.ts';

const TEAMS = 100_000;
/** How many workspaces have these teams: the sizes fall with the rank, so that some have hundreds of teams. */
const WORKSPACES = 20_000;
/** The share of teams whose sprints end and start in this night. */
const CADENCE_SHARE = 0.4;
/** Between two plans that people cause, all day. */
const PLAN_PAUSE_MS = 1_000;
/** From noon of a Sunday in UTC until the night before the Monday is over everywhere. */
const BEGIN = Date.parse('2026-11-29T12:00:00Z');
const HOURS = 27;
const RUNNER_MS = 60_000;

/** Where teams are, and their share. */
const ZONES: readonly (readonly [zone: string, share: number])[] = [
  ['UTC', 0.15],
  ['Europe/London', 0.08],
  ['Europe/Berlin', 0.22],
  ['Africa/Lagos', 0.03],
  ['America/Sao_Paulo', 0.05],
  ['America/New_York', 0.17],
  ['America/Chicago', 0.08],
  ['America/Los_Angeles', 0.09],
  ['Asia/Kolkata', 0.06],
  ['Asia/Tokyo', 0.04],
  ['Australia/Sydney', 0.03],
];

/** Assumed milliseconds: of a message whose job is done or at work, of each job with a third of a core, of the queue. */
const MS = { read: 15, forecast: 300, cadence: 400, plan: 1_000, send: 0.5 };

interface NightLoad {
  seed: number;
  teams?: number;
  /** What spares others a night's work; each can be left out to see what it does. */
  isSpread: boolean;
  isFair: boolean;
}

type Kind = 'forecast' | 'cadence' | 'plan';

interface SimulatedJob {
  kind: Kind;
  tenant: number;
  dueAt: number;
  state: 'waiting' | 'at work' | 'done';
}

interface Waits {
  p50: number;
  p99: number;
  most: number;
}

/** How long jobs wait from the time at which they are due until a worker begins, in milliseconds. */
export interface NightOutcome {
  forecasts: Waits;
  cadences: Waits;
  plans: Waits;
  /** The most jobs that become due in one minute. */
  dueInMinute: number;
  /** The most messages that wait in the queue. */
  queuedMost: number;
  /** Jobs that were due and had not begun at the end. */
  left: number;
}

/** A night as deployed, and without each of what spreads it. */
export const nightPolicies: Record<string, Pick<NightLoad, 'isSpread' | 'isFair'>> = {
  'as deployed': { isSpread: true, isFair: true },
  'with all forecasts at 00:05 UTC': { isSpread: false, isFair: true },
  'so, and without the fair queue': { isSpread: false, isFair: false },
};

interface NightMessage {
  job: SimulatedJob;
  deferred: number;
}

/** Messages by tenant, in turn, or in the order of arrival. */
class TurnQueue {
  readonly #waiting = new Map<number, { messages: NightMessage[]; head: number }>();
  readonly #isFair: boolean;
  size = 0;

  constructor(isFair: boolean) {
    this.#isFair = isFair;
  }

  send(message: NightMessage): void {
    const key = this.#isFair ? message.job.tenant : 0;
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.messages.push(message);
    else this.#waiting.set(key, { messages: [message], head: 0 });
    this.size++;
  }

  receive(): NightMessage | undefined {
    const first = this.#waiting.entries().next().value;
    if (!first) return undefined;
    const [key, waiting] = first;
    const message = waiting.messages[waiting.head++]!;
    this.size--;
    const isEmpty = waiting.head === waiting.messages.length;
    if (isEmpty || this.#isFair) this.#waiting.delete(key);
    if (!isEmpty && this.#isFair) this.#waiting.set(key, waiting);
    return message;
  }
}

/**
 * Simulates the jobs of a night from a Sunday to a Monday through the code's own due times, slots, deferrals and concurrency: the
 * runner sends a message for each due job every minute, also for those that wait in the queue already.
 */
export async function simulateNight(load: NightLoad): Promise<NightOutcome> {
  const { jobConcurrency } = production();
  const clock = new Clockwork();
  const random = seededRandom(load.seed);
  const queue = new TurnQueue(load.isFair);
  const jobs = nightJobs(load, random);
  const slots = slotsOf(jobConcurrency);
  const jobsOf = Map.groupBy(jobs, ({ tenant }) => tenant);
  const atWork = new Map<number, number>();
  const waits: Record<Kind, number[]> = { forecast: [], cadence: [], plan: [] };
  let workers = 0;
  let queuedMost = 0;

  const invoke = (): void => {
    queuedMost = Math.max(queuedMost, queue.size);
    while (workers < jobConcurrency && queue.size > 0) {
      workers++;
      work(queue.receive()!, () => {
        workers--;
        invoke();
      });
    }
  };
  const send = (message: NightMessage): void => {
    queue.send(message);
    invoke();
  };
  const work = ({ job, deferred }: NightMessage, then: () => void): void => {
    if (job.state !== 'waiting') return clock.after(MS.read, then);
    const busy = atWork.get(job.tenant) ?? 0;
    // A workspace with fewer jobs than slots needs none.
    if (jobsOf.get(job.tenant)!.length > slots && busy >= slots) {
      const seconds = SLOT_DEFERRAL_SECONDS[deferred];
      if (seconds !== undefined) clock.after(seconds * 1_000, () => send({ job, deferred: deferred + 1 }));
      return clock.after(MS.read, then);
    }
    job.state = 'at work';
    atWork.set(job.tenant, busy + 1);
    waits[job.kind].push(clock.now - job.dueAt);
    clock.after(MS[job.kind] * (0.5 + random()), () => {
      job.state = 'done';
      atWork.set(job.tenant, atWork.get(job.tenant)! - 1);
      then();
    });
  };

  // Plans are requested by changes, whose stream records wake a worker; the runner finds the others.
  const planned = jobs.filter(({ kind }) => kind === 'plan');
  for (const job of planned) clock.at(job.dueAt, () => send({ job, deferred: 0 }));
  const byTime = jobs.toSorted((one, other) => one.dueAt - other.dueAt);
  const end = HOURS * 3_600_000;
  let dueCount = 0;
  let open: SimulatedJob[] = [];
  for (let at = 0; at < end; at += RUNNER_MS) {
    clock.at(at, () => {
      while (dueCount < byTime.length && byTime[dueCount]!.dueAt <= clock.now) open.push(byTime[dueCount++]!);
      open = open.filter(({ state }) => state === 'waiting');
      open.forEach((job, position) => clock.after(position * MS.send, () => send({ job, deferred: 0 })));
    });
  }
  await clock.runUntil(end);
  const minutes = Map.groupBy(jobs, ({ dueAt }) => Math.floor(dueAt / RUNNER_MS));
  return {
    forecasts: waitsOf(waits.forecast),
    cadences: waitsOf(waits.cadence),
    plans: waitsOf(waits.plan),
    dueInMinute: Math.max(...[...minutes.values()].map(({ length }) => length)),
    queuedMost,
    left: jobs.filter(({ state, dueAt }) => state === 'waiting' && dueAt < end - 2 * RUNNER_MS).length,
  };
}

const waitsOf = (waits: readonly number[]): Waits => ({
  p50: percentile(waits, 0.5),
  p99: percentile(waits, 0.99),
  most: percentile(waits, 1),
});

/** Each team's forecast, the sprints of some, and plans that people cause meanwhile. */
function nightJobs({ teams = TEAMS, isSpread }: NightLoad, random: () => number): SimulatedJob[] {
  const night = new Date(BEGIN);
  const monday = utcDay(night) + 1;
  const atOnce = monday * DAY_MS + 5 * 60_000;
  const jobs: SimulatedJob[] = [];
  const add = (kind: Kind, tenant: number, at: number) => {
    if (at >= BEGIN) jobs.push({ kind, tenant, dueAt: at - BEGIN, state: 'waiting' });
  };
  for (let team = 0; team < teams; team++) {
    const tenant = Math.floor(WORKSPACES * random() ** 3);
    const zone = zoneAt(random());
    add('forecast', tenant, isSpread ? nextForecastNight(teamId(random), zone, night).getTime() : atOnce);
    if (random() < CADENCE_SHARE) add('cadence', tenant, mondayIn(monday, zone));
  }
  for (let at = BEGIN; at < BEGIN + HOURS * 3_600_000; at += -Math.log(1 - random()) * PLAN_PAUSE_MS)
    add('plan', WORKSPACES + Math.floor(WORKSPACES * random()), at);
  return jobs;
}

const midnights = new Map<string, number>();
function mondayIn(day: number, zone: string): number {
  const known = midnights.get(zone) ?? Date.parse(startOfDayInZone(day, zone));
  midnights.set(zone, known);
  return known;
}

function zoneAt(share: number): string {
  let left = share;
  for (const [zone, part] of ZONES) if ((left -= part) < 0) return zone;
  return 'UTC';
}

const hex = (random: () => number): string =>
  Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
const teamId = (random: () => number): string => `${hex(random)}-${hex(random)}`;
