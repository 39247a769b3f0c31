import type { ResolveCaller } from '../../kernel/core/caller.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { Services } from '../../kernel/core/services.ts';
import { visibleEvents } from '../../events/change-sets/read-change-set.ts';
import type { RuleEvent } from '../../events/rules/find-triggered.ts';
import type { KnownRule } from '../../events/rules/rule-route.ts';
import { nameOfPrincipal } from '../../identity/principals/name-of-principal.ts';
import { getStoryItem, showStory, storyTeamOf } from '../../planning/story/story-store.ts';
import type { Story } from '../../planning/story/story.ts';
import type { KnownValues } from '../../events/rules/rule-run-store.ts';
import { act, type RunEffect } from './act.ts';
import { placeholdersIn, valueAt } from './placeholders.ts';
import { callerOfRule } from './rule-caller.ts';
import { RunFailure } from './run-failure.ts';
import type { StoryMatcher } from './story-matcher.ts';
import { inert, isOfVisitor } from './visitors-words.ts';

export interface Running {
  services: Services;
  read: Reader;
  known: KnownRule;
  matcher: StoryMatcher;
  /** Limits the rights of runAs to those of who looks; without it, they are those of runAs. */
  resolveCaller?: ResolveCaller;
}

/** What a rule runs for. */
export interface RunTarget {
  event: RuleEvent;
  runId: string;
  /** The story that it is about, where the event is about another. */
  storyId?: string | undefined;
  /** The time that a filter is about. */
  now: Date;
  /** The story as it was then, where a preview knows it; otherwise it is taken as it is. */
  past?: Story | undefined;
  /** What was known when it began, of a run that was interrupted: its own effects do not end it. */
  begun?: KnownValues | undefined;
  /** Records what is known, before anything is done. */
  begin?: (values: KnownValues) => Promise<void>;
}

export interface RunOutcome {
  /** Whether the rule was for this event, and ran. */
  isMatch: boolean;
  failure?: { code: string; message: string };
}

/** The id of the story that an event is about; undefined if it is about none. */
export const storyIdIn = ({ type, data }: Pick<RuleEvent, 'type' | 'data'>): string | undefined =>
  (type.startsWith('story.') ? data['id'] : data['storyId']) as string | undefined;

/** The story of an event about a story, as it was then. */
export const storyIn = ({ type, data }: Pick<RuleEvent, 'type' | 'data'>): Story | undefined =>
  type.startsWith('story.') && data['id'] !== undefined ? (data as unknown as Story) : undefined;

/**
 * Runs a rule for an event: the same for a live run and for a preview, whose services write nothing. Adds what it did to
 * `effects`. Errors that may pass are thrown.
 */
export async function runForEvent(
  running: Running,
  target: RunTarget,
  effects: RunEffect[],
): Promise<RunOutcome> {
  let isMatch = true;
  try {
    let values = target.begun;
    if (!values) {
      const found = await findMatch(running, target);
      isMatch = found !== undefined;
      if (!found) return { isMatch };
      values = await valuesFor(running, target, found.story);
      await target.begin?.(values);
    }
    await act(
      {
        ...running,
        runId: target.runId,
        isResumed: target.begun !== undefined,
        valueOf: (path) => values[path] ?? { value: undefined, isOfVisitor: false },
      },
      effects,
    );
    return { isMatch };
  } catch (error) {
    const isRefusal = error instanceof RunFailure || (error instanceof ApiError && error.status < 500);
    if (!isRefusal) throw error;
    return { isMatch, failure: { code: error.code, message: error.message } };
  }
}

/** The story of an event that meets the conditions of a rule; undefined if they are not met, or runAs does not see it. */
async function findMatch(
  { services, read, known, matcher, resolveCaller }: Running,
  { event, storyId = storyIdIn(event), now, past }: RunTarget,
): Promise<{ story: Story | undefined } | undefined> {
  const caller = await (resolveCaller ?? ((reader) => callerOfRule(reader, known)))(read, now);
  const visible = await visibleEvents({ caller, read, now }, [event]);
  // A schedule without a filter is about nothing that could be hidden.
  if (visible.length === 0 && (known.rule.schedule === null || storyId !== undefined)) return undefined;
  const item = storyId === undefined ? undefined : await getStoryItem(read, storyId);
  const current = item && caller.teamIds.has(storyTeamOf(item)) ? showStory(item, now) : undefined;
  const story = past ?? current ?? (event.type === 'story.deleted' ? storyIn(event) : undefined);
  const filter = filterFor(event, known);
  if (filter === null) return { story };
  if (!story) return undefined;
  const context = { caller, read, now, setting: services.setting };
  return (await matcher.matches(context, { ...known, filter }, story)) ? { story } : undefined;
}

/** What the story of an event must meet: an overdue one may have been finished since. */
function filterFor({ type }: RuleEvent, { filter }: KnownRule): string | null {
  if (type !== 'story.overdue') return filter;
  return filter === null ? 'is:overdue' : `is:overdue (${filter})`;
}

/** The most characters of what a run begins with, as JSON. */
const VALUES_MAX_CHARACTERS = 100_000;

/** The values of all placeholders of a rule. */
async function valuesFor(
  { read, known }: Running,
  { event }: RunTarget,
  story: Story | undefined,
): Promise<KnownValues> {
  const paths = placeholdersIn(known.rule.then).map(({ path }) => path);
  const { workspaceId } = known.rule;
  const nameOf = async (wanted: string, id: string | null | undefined, otherwise: string) =>
    paths.includes(wanted) && id ? ((await nameOfPrincipal(read, workspaceId, id)) ?? otherwise) : otherwise;
  const [name, assignee] = await Promise.all([
    event.actor.kind === 'visitor' ? 'A visitor' : nameOf('actor.name', event.actor.id, 'Plotline'),
    nameOf('assignee.name', story?.assigneeId, 'Nobody'),
  ]);
  const all = {
    event,
    actor: { ...event.actor, name },
    ...(story && { story, assignee: { id: story.assigneeId, name: assignee } }),
  };
  const values = Object.fromEntries(
    paths.flatMap((path) => {
      const value = valueAt(all, path);
      if (value === undefined) return [];
      const isTheirs = isOfVisitor(path, value, { event, story });
      return [[path, { value: isTheirs ? inert(value) : value, isOfVisitor: isTheirs }]];
    }),
  );
  if (JSON.stringify(values).length > VALUES_MAX_CHARACTERS)
    throw new RunFailure('too_large', 'What the rule is to put in is too long.');
  return values;
}
