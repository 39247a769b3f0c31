import { TARGET_SHARE } from './calibration.ts';
import { COMPLETION_DAYS_MIN, PACE_DAYS } from './pace.ts';
import type { WaitingCounts } from './dependent-stories.ts';
import { OBSERVED_DAYS } from './shares.ts';
import { HORIZON_WEEKS } from './simulate.ts';

/** The data that a forecast of an objective is based on. */
interface Basis {
  completionDays: number;
  /** The part of the team's capacity that the objective begins with, from 0 to 1. */
  share: number;
  /** The weekly growth of its scope, in stories of average size. */
  weeklyGrowth: number;
  /** Stories of objectives that the team completed in the observed days. */
  observedStories: number;
  startsIn: number;
  waiting: WaitingCounts;
  /** Whether part of the trials did not end within the horizon. */
  endless: boolean;
}

/** A forecast's assumptions in words, for people and models. */
export function assumptionsOf({
  completionDays,
  share,
  weeklyGrowth,
  observedStories,
  startsIn,
  waiting,
  endless,
}: Basis): string[] {
  return [
    `The team completes work as it did in the last ${PACE_DAYS} days, of which ${completionDays} had completions; recent weeks count more.`,
    `${Math.round(share * 100)} % of the team's capacity goes to this objective until others are done: ${basisOf(observedStories)}.`,
    weeklyGrowth > 0
      ? `Its scope keeps growing by ${weeklyGrowth.toFixed(1)} stories a week, as in the last ${OBSERVED_DAYS / 7} weeks.`
      : 'Its scope does not grow.',
    ...(startsIn > 0 ? [`Nothing is done before its start date, in ${startsIn} days.`] : []),
    ...waitsOf(waiting),
    ...(endless
      ? [
          `Trials that need more than ${HORIZON_WEEKS / 52} years have no date: at this pace it may never be done.`,
        ]
      : []),
    `p85 is a date that holds in ${TARGET_SHARE * 100} of 100 cases if these assumptions do.`,
  ];
}

/** The basis on which a team's capacity is split among its objectives. */
const basisOf = (observedStories: number): string =>
  observedStories > 0
    ? `by what the team completed in the last ${OBSERVED_DAYS / 7} weeks, and by priority`
    : `by priority, since the team completed nothing of an objective in the last ${OBSERVED_DAYS / 7} weeks`;

function waitsOf({ start, inTeam, forecast, unknown }: WaitingCounts): string[] {
  return [
    ...(start > 0 ? [`${stories(start)} for ${start === 1 ? 'its start date' : 'their start dates'}.`] : []),
    ...(inTeam > 0
      ? [`${stories(inTeam)} for others of the team, which are done first and on an earlier day.`]
      : []),
    ...(forecast > 0
      ? [`${stories(forecast)} for other teams, until the dates that are forecast of their objectives.`]
      : []),
    ...(unknown > 0
      ? [`${stories(unknown)} for stories of other teams without a forecast, as if those were done in time.`]
      : []),
  ];
}

const stories = (count: number): string => (count === 1 ? '1 story waits' : `${count} stories wait`);

/** The reason for a missing forecast. */
export const insufficientHistoryOf = (completionDays: number): string =>
  `The team completed work on ${completionDays} of the last ${PACE_DAYS} days before today; a forecast needs ${COMPLETION_DAYS_MIN}.`;
