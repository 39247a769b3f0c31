import { correctedLevel, type Outcomes } from '../../shared/planning/forecasts/calibration.ts';
import { paceOf } from '../../shared/planning/forecasts/pace.ts';
import { dayAt, levelFor, quantile } from '../../shared/planning/forecasts/percentiles.ts';
import { seedOf } from '../../shared/kernel/core/seeded-random.ts';
import { simulate } from '../../shared/planning/forecasts/simulate.ts';
import type { History } from './histories.ts';

/** From every 30th day: when will the next 10, 30 and 100 be done? */
const STEP_DAYS = 30;
const AMOUNTS = [10, 30, 100];
/** Time for which a team's past forecasts count, as in the service. */
const REMEMBERED_DAYS = 400;
const AVERAGE_DAYS = 28;

/** A question with the forecast and what happened; all times in days. */
export interface Question {
  history: string;
  amount: number;
  actual: number;
  p50: number;
  p85: number;
  /** What dividing by the average of 28 days says. */
  average: number;
  /** The share of trials that were done by the actual day. */
  rank: number;
}

interface Asked {
  at: number;
  actual: number;
  p85: number;
}

/** Asks the questions of a history, in order of time, with what the service would have known at each. */
export function askAll({ name, completed }: History, trials: number): Question[] {
  const asked: Asked[] = [];
  const questions: Question[] = [];
  for (let at = STEP_DAYS; at < completed.length; at += STEP_DAYS) {
    const known = completed.slice(0, at);
    const pace = paceOf(known);
    if (!pace) continue;
    const level = correctedLevel(outcomesAt(asked, at));
    for (const amount of AMOUNTS) {
      const seed = seedOf([amount, ...known.slice(-REMEMBERED_DAYS)]);
      const works = [{ remaining: amount, share: 1, startsIn: 0, weeklyGrowth: 0, parts: [] }];
      const [days] = simulate({ pace, works, outside: 0, trials, seed });
      const p85 = dayAt(days!, 0.85, level) ?? Infinity;
      const actual = daysUntil(completed, at, amount);
      asked.push({ at, actual, p85 });
      if (actual === Infinity) continue;
      const rank = days!.filter((day) => day < actual).length / trials;
      const p50 = quantile(days!, levelFor(0.5, level));
      questions.push({ history: name, amount, actual, p50, p85, average: averageOf(known, amount), rank });
    }
  }
  return questions;
}

/** Past forecasts whose outcome is known on a day: it is done, or its date has passed. */
function outcomesAt(asked: readonly Asked[], at: number): Outcomes {
  const known = asked.filter(
    (one) => one.at >= at - REMEMBERED_DAYS && one.at + Math.min(one.actual, one.p85) <= at,
  );
  return { held: known.filter(({ actual, p85 }) => actual <= p85).length, of: known.length };
}

function daysUntil(completed: readonly number[], from: number, amount: number): number {
  let left = amount;
  for (let day = from; day < completed.length; day++) {
    left -= completed[day]!;
    if (left <= 0) return day - from + 1;
  }
  return Infinity;
}

function averageOf(known: readonly number[], amount: number): number {
  const sum = known.slice(-AVERAGE_DAYS).reduce((one, other) => one + other, 0);
  return sum === 0 ? Infinity : Math.ceil((amount * AVERAGE_DAYS) / sum);
}

/** How forecasts did: the share that held, and how much longer than reality they were, in the median. */
interface Score {
  questions: number;
  coverage: number;
  ratio: number;
  averageCoverage: number;
  averageRatio: number;
}

export function scoreOf(questions: readonly Question[]): Score {
  const share = (held: (question: Question) => boolean) => questions.filter(held).length / questions.length;
  return {
    questions: questions.length,
    coverage: share(({ actual, p85 }) => actual <= p85),
    ratio: median(questions.map(({ p85, actual }) => p85 / actual)),
    averageCoverage: share(({ actual, average }) => actual <= average),
    averageRatio: median(questions.map(({ average, actual }) => average / actual)),
  };
}

function median(values: readonly number[]): number {
  const ascending = [...values].sort((one, other) => one - other);
  return ascending[Math.floor(ascending.length / 2)]!;
}

/** How often reality came by each share of the trials: equal where forecasts are calibrated. */
export function calibrationCurve(questions: readonly Question[], shares: readonly number[]): number[] {
  return shares.map((share) => questions.filter(({ rank }) => rank < share).length / questions.length);
}
