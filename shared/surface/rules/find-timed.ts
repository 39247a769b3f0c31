import { automation } from '../../kernel/core/actor.ts';
import type { ResolveCaller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { DAY_MS, dayText, utcDay } from '../../kernel/core/date-span.ts';
import type { Services } from '../../kernel/core/services.ts';
import { eventBody, eventId } from '../../kernel/log/event.ts';
import { toRuleEvent, type RuleEvent } from '../../events/rules/find-triggered.ts';
import type { RuleKind } from '../../events/rules/rule-kinds.ts';
import type { KnownRule } from '../../events/rules/rule-route.ts';
import type { StoredRule } from '../../events/rules/rule.ts';
import { addDays, dayIn, endOf, startOfDay } from '../../planning/cadences/slots.ts';
import { datesAfter, dueDates } from '../../planning/recurrence/due-dates.ts';
import { lastDayOfSprint } from '../../planning/sprints/sprint-days.ts';
import { sprintKind, sprintsOf, toSprint } from '../../planning/sprints/sprint-store.ts';
import { findStoryIds } from '../../planning/stories/query-stories.ts';
import { getListedStoryItems, showStory, storyKeyOf } from '../../planning/story/story-store.ts';
import type { Story } from '../../planning/story/story.ts';
import { nothingNamed, understandQuery } from '../../planning/stories/understand-query.ts';
import { callerOfRule } from './rule-caller.ts';
import { RunFailure } from './run-failure.ts';

/** The most stories that a rule runs for at a time, and the newest sprints of a team that can end. */
const STORIES_MAX = 1_000;
const SPRINTS_MAX = 100;

type TimedKind = RuleKind | 'schedule';

/** What a rule runs for that has no event. */
export interface TimedRun {
  event: RuleEvent;
  kind: TimedKind;
  storyId: string | undefined;
}

interface Looking {
  services: Pick<Services, 'setting'>;
  read: Reader;
  known: KnownRule;
  /** Limits the rights of runAs to those of who looks. */
  resolveCaller?: ResolveCaller;
}

/** The part of time that is looked at, without its beginning and with its end. */
interface Span {
  from: Date;
  to: Date;
}

/** Days are counted from when a rule was made. */
const recurrenceOf = ({ schedule, createdAt }: StoredRule) =>
  schedule && { ...schedule, startDate: dayIn(createdAt, schedule.timeZone), endDate: null };

/** When there may next be something to run for after a time; undefined if never. */
export async function nextLook({ read, known }: Looking, from: Date): Promise<Date | undefined> {
  const { rule } = known;
  const recurrence = recurrenceOf(rule);
  if (recurrence) {
    const [day] = datesAfter(recurrence, dayIn(from, recurrence.timeZone), 1);
    return day === undefined ? undefined : startOfDay(day, recurrence.timeZone);
  }
  // Sprints are added meanwhile; stories are overdue when a day begins in UTC.
  const midnight = (Math.floor(from.getTime() / DAY_MS) + 1) * DAY_MS;
  if (!rule.on!.includes('sprint.ended')) return new Date(midnight);
  const teamIds = await callerOfRule(read, known).then(
    (caller) => teamsOf(rule, caller.teamIds),
    () => [],
  );
  const ends = (await sprintsThat(read, teamIds, (at) => at > from)).map(({ at }) => at.getTime());
  return new Date(Math.min(midnight, ...ends));
}

const teamsOf = ({ teamId }: StoredRule, own: ReadonlySet<string>): string[] =>
  [...own].filter((id) => teamId === null || id === teamId);

/**
 * What a rule runs for of what time brought: the last day of its schedule, the stories that became overdue and the sprints
 * that ended. The same for a live run and for a preview.
 */
export async function findTimed(looking: Looking, span: Span): Promise<TimedRun[]> {
  const { read, known, resolveCaller } = looking;
  const { rule } = known;
  try {
    const caller = await (resolveCaller ?? ((reader) => callerOfRule(reader, known)))(read, span.to);
    const { setting } = looking.services;
    const find = (filter: string) => storiesThat({ caller, read, now: span.to, setting }, known, filter);
    if (rule.schedule) return await onSchedule(rule, known.filter, span, find);
    const [stories, sprints] = await Promise.all([
      rule.on!.includes('story.overdue') ? overdueIn(known.filter, span, find) : [],
      rule.on!.includes('sprint.ended') ? endedIn(read, teamsOf(rule, caller.teamIds), span) : [],
    ]);
    return [...stories, ...sprints];
  } catch (error) {
    // The run says that no one is left to act as; a filter that names what was deleted finds nothing.
    if (error instanceof RunFailure) return [timed(rule, 'schedule', span.to, {})];
    if (error instanceof ApiError && error.status < 500) return [];
    throw error;
  }
}

type Find = (filter: string) => Promise<Story[]>;

async function onSchedule(
  rule: StoredRule,
  filter: string | null,
  { from, to }: Span,
  find: Find,
): Promise<TimedRun[]> {
  const { timeZone } = rule.schedule!;
  const first = addDays(dayIn(from, timeZone), 1);
  const day = dueDates(recurrenceOf(rule)!, first, dayIn(to, timeZone)).at(-1);
  if (day === undefined) return [];
  const at = startOfDay(day, timeZone);
  if (filter === null) return [timed(rule, 'schedule', at, {})];
  return (await find(filter)).map((story) => timed(rule, 'schedule', at, story));
}

async function overdueIn(filter: string | null, { from, to }: Span, find: Find): Promise<TimedRun[]> {
  const [first, last] = [utcDay(from.toISOString()), utcDay(to.toISOString()) - 1];
  if (first > last) return [];
  const own = filter === null ? '' : ` (${filter})`;
  const found = await find(`is:overdue due:${dayText(first)}..${dayText(last)}${own}`);
  return found.map((story) => {
    const at = new Date((utcDay(story.endDate!) + 1) * DAY_MS);
    return timed(story, 'story.overdue', at, story);
  });
}

async function endedIn(read: Reader, teamIds: readonly string[], { from, to }: Span): Promise<TimedRun[]> {
  const ended = await sprintsThat(read, teamIds, (at) => at > from && at <= to);
  return ended.map(({ sprint, at }) => timed(sprint, 'sprint.ended', at, sprint));
}

/** The newest sprints of some teams of whose end a condition is true. */
async function sprintsThat(read: Reader, teamIds: readonly string[], isWanted: (at: Date) => boolean) {
  const found = await Promise.all(
    teamIds.map((id) => read.query({ index: 'list', partition: sprintsOf(id), limit: SPRINTS_MAX })),
  );
  return found
    .flat()
    .filter((item) => sprintKind.includes(item))
    .map(toSprint)
    .map((sprint) => {
      const lastDay = lastDayOfSprint(sprint);
      return { sprint, at: endOf({ startDay: lastDay, lastDay }, sprint.timeZone) };
    })
    .filter(({ at }) => isWanted(at));
}

type StoryContext = Parameters<typeof findStoryIds>[0];

/** The stories that meet a filter, as the caller sees them now. */
async function storiesThat(context: StoryContext, { rule }: KnownRule, filter: string) {
  const query = { filter, ...(rule.teamId !== null && { teamId: rule.teamId }) };
  const understood = await understandQuery(query, nothingNamed, context);
  const ids = await findStoryIds(context, understood.filter, ['createdAt'], STORIES_MAX);
  const items = await getListedStoryItems(context.read, ids.map(storyKeyOf));
  return items.flatMap((item) => (item ? [showStory(item, context.now)] : []));
}

/** What has no event as an event, with the same id however often it is found. */
function timed(
  { workspaceId, teamId }: Pick<StoredRule, 'workspaceId' | 'teamId'>,
  kind: TimedKind,
  at: Date,
  data: { id?: string; teamId?: string },
): TimedRun {
  const type = kind === 'schedule' ? 'story.scheduled' : kind;
  const id = eventId(data.id ?? workspaceId, type, at);
  const place = { workspaceId, teamId: data.teamId ?? teamId };
  const event = { id, type, timestamp: at.toISOString(), ...place, actor: automation, data };
  const storyId = type.startsWith('story.') ? data.id : undefined;
  return { event: toRuleEvent({ body: eventBody(event) }), kind, storyId };
}
