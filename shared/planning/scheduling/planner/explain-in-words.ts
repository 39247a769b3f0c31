import type { StorySchedule } from '../placements/placement.ts';

/**
 * The reasons why a block is not earlier, or a story does not fit, as text after the story's name; `%` is another
 * story.
 */
const reasons: Readonly<Record<NonNullable<StorySchedule['reason']>, string>> = {
  as_soon_as_possible: 'it begins as soon as its assignee has time',
  start_date: 'it does not begin before its start date',
  blocked_by: 'it waits for %, which blocks it',
  after_story: '% takes the time before',
  busy: 'its assignee is busy before',
  time_off: 'its assignee is off before',
  unchanged: 'it stays where it was planned before',
  under_way: 'it has begun',
  locked: 'it is locked',
  no_working_time: 'its assignee has no working time within a year',
  focus_block: 'no free stretch of time is as long as its shortest block',
  team_share: "the share of its team in its assignee's weeks is used up",
  blocker_unplanned: '% blocks it and is not planned',
  circle: 'it waits for itself, through stories that block each other',
  no_time_left: 'no time is left within a year',
  too_many_stories: 'its assignee has more stories than are planned, and others come first',
};

const unplanned: Readonly<Record<string, string>> = {
  off: 'It is not scheduled automatically, or it is finished.',
  needs_owner: 'It needs an assignee.',
  needs_time: 'It needs an estimatedDurationMinutes.',
  planning: 'It is about to be planned.',
};

/** Explains when a story is planned and why. Times are UTC. */
export function explainInWords(
  { status, startDate, endDate, slackMinutes, reason }: Omit<StorySchedule, 'explanation'>,
  other = 'another story',
): string {
  const because = inWords(reason, other);
  if (status === 'cannot_fit') return `It cannot be planned: ${because ?? 'no time is left'}.`;
  if (startDate === null || endDate === null) return unplanned[status] ?? unplanned['planning']!;
  const when = `It is planned from ${clock(startDate)} to ${clock(endDate)}`;
  return `${when}: ${because}. ${margin(slackMinutes)}`;
}

/** The planned time of a story, in UTC. */
type Stand = Pick<StorySchedule, 'status' | 'startDate' | 'endDate' | 'slackMinutes'>;

/** Explains how a change would move a story, and why. */
export function explainMove(
  { before, after, reason }: { before: Stand | null; after: Stand | null; reason: StorySchedule['reason'] },
  other = 'another story',
): string {
  if (!after) return 'It would be in no plan.';
  const because = inWords(reason, other);
  if (after.startDate === null || after.endDate === null || after.status === 'cannot_fit') {
    return `It could not be planned: ${because ?? 'no time is left'}.`;
  }
  const span = `from ${clock(after.startDate)} to ${clock(after.endDate)}`;
  const isMoved = before?.startDate !== after.startDate || before.endDate !== after.endDate;
  if (!isMoved) return `It would stay ${span}. ${margin(after.slackMinutes, 'would end')}`;
  const distance = before?.endDate ? ` ${shift(before.endDate, after.endDate)}` : '';
  return `It would be planned${distance} ${span}: ${because}. ${margin(after.slackMinutes, 'would end')}`;
}

function shift(from: string, to: string): string {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  if (minutes === 0) return 'with the same end,';
  return `${lengthInWords(Math.abs(minutes))} ${minutes > 0 ? 'later' : 'earlier'},`;
}

/** The reason why a block is not earlier, or a story does not fit; `other` is the story that it names. */
export const inWords = (reason: StorySchedule['reason'], other = 'another story'): string | undefined =>
  reason === null ? undefined : reasons[reason].replace('%', other);

const clock = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

function margin(minutes: number | null, ends = 'ends'): string {
  if (minutes === null) return 'It has no due date.';
  const length = lengthInWords(Math.abs(minutes));
  return minutes < 0 ? `It ${ends} ${length} after it is due.` : `It ${ends} ${length} before it is late.`;
}

function lengthInWords(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
