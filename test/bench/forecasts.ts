import {
  forecastObjectives,
  type ForecastInputs,
} from '../../shared/planning/forecasts/forecast-objective.ts';
import type { DependentStory } from '../../shared/planning/forecasts/dependent-stories.ts';
import { PACE_DAYS, paceOf } from '../../shared/planning/forecasts/pace.ts';
import { TRIALS } from '../../shared/planning/forecasts/simulate.ts';
import { largeSituation } from '../schedule/large-situation.ts';
import { planOf as scheduleOf } from '../schedule/situations.ts';
import { syntheticHistories } from '../forecasts/histories.ts';
import { recordFigure } from './figure-results.ts';
import { quantile } from './statistics.ts';

/** `npm run bench:forecasts`: the CPU time of one forecast of all objectives that share a team, and of one person's plan. */
const RUNS = 15;
const STORY = 100;

interface Case {
  name: string;
  objectives: number;
  /** Stories that remain in each objective. */
  stories: number;
  weeklyGrowth: number;
  /** Stories that wait for the one before, in turns of the objectives. */
  chained: number;
  /** Stories that each begin a day after the one before. */
  later: number;
}

const cases: Case[] = [
  { name: 'one objective', objectives: 1, stories: 30, weeklyGrowth: 0, chained: 0, later: 0 },
  { name: 'six objectives', objectives: 6, stories: 15, weeklyGrowth: 0, chained: 0, later: 0 },
  { name: 'six, growing', objectives: 6, stories: 15, weeklyGrowth: 0.3, chained: 0, later: 0 },
  { name: 'six, 30 stories in a chain', objectives: 6, stories: 15, weeklyGrowth: 0, chained: 30, later: 0 },
  {
    name: 'six, 30 stories that begin later',
    objectives: 6,
    stories: 15,
    weeklyGrowth: 0,
    chained: 0,
    later: 30,
  },
  {
    name: 'six, years of work, growing',
    objectives: 6,
    stories: 60,
    weeklyGrowth: 0.3,
    chained: 0,
    later: 0,
  },
];

function planOf({ objectives, stories, weeklyGrowth, chained, later }: Case): ForecastInputs {
  const steady = syntheticHistories().find(({ name }) => name === 'steady')!;
  const daily = steady.completed.slice(0, PACE_DAYS).map((done) => done * STORY);
  const contenders = Array.from({ length: objectives }, (_, position) => ({
    id: String(position),
    priority: 'none' as const,
    begun: true,
    startsIn: 0,
    remaining: (stories + position) * STORY,
    weeklyGrowth: weeklyGrowth * STORY,
    completed: STORY,
  }));
  const related = Array.from({ length: chained + later }, (_, position): DependentStory => ({
    id: `story ${position}`,
    objectiveId: String(position % objectives),
    size: STORY,
    startsIn: chained > 0 ? 0 : position + 1,
    othersEndIn: 0,
    elsewhere: 'none',
    blockedBy: chained === 0 || position === 0 ? [] : [`story ${position - 1}`],
  }));
  const observed = { total: 100 * STORY, inObjectives: 80 * STORY, stories: 50 };
  return { pace: paceOf(daily)!, daily, contenders, related, observed, outcomes: { held: 0, of: 0 } };
}

function cpuOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

console.log(`| ${TRIALS.toLocaleString('en')} trials | p85 of the last, days | CPU ms, median |`);
console.log('| --- | ---: | ---: |');
const medians: number[] = [];
for (const one of cases) {
  const plan = planOf(one);
  const times = Array.from({ length: RUNS }, () => cpuOf(() => forecastObjectives(plan)));
  const last = Math.max(...forecastObjectives(plan).map(({ p85 }) => p85 ?? Infinity));
  console.log(`| ${one.name} | ${last} | ${quantile(times, 0.5).toFixed(0)} |`);
  medians.push(quantile(times, 0.5));
}

const situation = largeSituation();
const times = Array.from({ length: RUNS }, () => cpuOf(() => scheduleOf(situation)));
const { length } = situation.tasks;
console.log(
  `\n${length} stories of one person over a year are planned in ${quantile(times, 0.5).toFixed(0)} ms.`,
);
recordFigure(
  'npm run bench:forecasts',
  `at most ${Math.max(...medians).toFixed(0)} ms; ${quantile(times, 0.5).toFixed(0)} ms`,
);
