import type * as z from 'zod';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { DAY_MS } from '../../kernel/core/date-span.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { deliveryId } from '../../kernel/log/event.ts';
import { findPlaces, readLogs } from '../../kernel/log/read-logs.ts';
import { kindThatTriggers, toRuleEvent, type RuleEvent } from '../../events/rules/find-triggered.ts';
import { categoriesOf } from '../../events/rules/known-categories.ts';
import { kindsOf } from '../../events/rules/rule-kinds.ts';
import { isTimed } from '../../events/rules/timed-kinds.ts';
import type { KnownRule } from '../../events/rules/rule-route.ts';
import { DEPTH_MAX } from '../../events/rules/rule.ts';
import type { Story } from '../../planning/story/story.ts';
import type { RunEffect } from './act.ts';
import { findTimed } from './find-timed.ts';
import type { rulePreviewSchema } from './preview-schemas.ts';
import { callerOfRule } from './rule-caller.ts';
import { depthOf } from './run-depth.ts';
import { runForEvent, storyIdIn, storyIn, type Running, type RunOutcome } from './run-for-event.ts';
import { openStoryMatcher } from './story-matcher.ts';
import { findTargets, type EventTarget } from './run-targets.ts';

type Preview = z.output<ReturnType<typeof rulePreviewSchema>>;

/** Events read at once, and the most that a preview looks through. */
const EVENTS_AT_ONCE = 500;
const EVENTS_MAX = 20_000;

/** The most runs of a preview, and how long it takes, in milliseconds. */
const RUNS_MAX = 500;
const WORK_MAX_MS = 8_000;

/** Finds what a rule would have done in the last days, of what the caller sees. */
export async function runPreview(call: OperationContext, known: KnownRule, days: number): Promise<Preview> {
  const { caller, read, now } = call;
  const resolveCaller = async (reader: Reader) => within(await callerOfRule(reader, known), caller);
  const matcher = openStoryMatcher();
  const previewing: Previewing = {
    running: { read, known, matcher, resolveCaller },
    withoutWrites: call.withoutWrites,
    preview: { events: 0, matched: 0, would: [], wouldFail: [], truncated: false },
    started: performance.now(),
    past: new Map(),
  };
  const { preview } = previewing;
  const from = new Date(now.getTime() - days * DAY_MS);
  try {
    const { teamIds } = await resolveCaller(read).catch(() => caller);
    const { teamId, workspaceId, on } = known.rule;
    const logs = teamId === null ? [workspaceId, ...teamIds] : [teamId];
    if (on) await previewLog(previewing, await findPlaces(read, logs, from.getTime()), now);
    if (!isTimed(known.rule)) return preview;
    const services = await call.withoutWrites();
    for (const { event, storyId } of await findTimed(
      { ...previewing.running, services },
      { from, to: now },
    )) {
      preview.events += 1;
      if (isOver(previewing)) return { ...preview, truncated: true };
      await previewOne(previewing, { event, ...(storyId !== undefined && { storyId }) });
    }
    return preview;
  } finally {
    matcher.close();
  }
}

interface Previewing {
  running: Omit<Running, 'services'>;
  withoutWrites: OperationContext['withoutWrites'];
  preview: Preview;
  started: number;
  /** Stories as the events that were looked at last had them. */
  past: Map<string, Story>;
}

/** The most stories that a preview remembers for events about what belongs to them. */
const PAST_MAX = 1_000;

/** The story that an event is about, as it was then: as it has it, or an event before it; undefined if none has. */
function pastOf(event: RuleEvent, storyId: string | undefined, past: Previewing['past']): Story | undefined {
  const own = storyIn(event);
  return own && (storyId ?? own.id) === own.id ? own : past.get(storyId ?? storyIdIn(event) ?? '');
}

function remember(past: Previewing['past'], event: RuleEvent): void {
  const story = storyIn(event);
  if (!story) return;
  past.delete(story.id);
  past.set(story.id, story);
  if (past.size > PAST_MAX) past.delete(past.keys().next().value!);
}

const isOver = ({ preview, started }: Previewing): boolean =>
  preview.matched >= RUNS_MAX || performance.now() - started > WORK_MAX_MS;

/** Runs a rule for the events of the log, oldest first, until it has looked enough. */
async function previewLog(
  previewing: Previewing,
  from: Awaited<ReturnType<typeof findPlaces>>,
  now: Date,
): Promise<void> {
  const { preview, running } = previewing;
  const { read, known } = running;
  const findCategory = categoriesOf(read);
  let places = from;
  for (let seen = 0, isCut = false; ;) {
    const page = await readLogs(read, places, { limit: EVENTS_AT_ONCE, now });
    for (const event of page.events.map(toRuleEvent)) {
      remember(previewing.past, event);
      if (kindsOf(event).some((kind) => known.rule.on!.includes(kind))) preview.events += 1;
      const kind = await kindThatTriggers(known, event, findCategory);
      if (kind === undefined) continue;
      isCut = isOver(previewing);
      if (isCut) break;
      for (const target of await findTargets(read, event, kind)) await previewOne(previewing, target);
    }
    seen += page.events.length;
    preview.truncated = isCut || (page.more && (seen >= EVENTS_MAX || isOver(previewing)));
    if (!page.more || preview.truncated) return;
    ({ places } = page);
  }
}

const TOO_DEEP: RunOutcome = {
  isMatch: true,
  failure: { code: 'too_deep', message: `More than ${DEPTH_MAX} rules follow from each other.` },
};

/** Adds what a rule would have done for one event. */
async function previewOne(
  { running, withoutWrites, preview, past }: Previewing,
  { event, storyId }: EventTarget,
): Promise<void> {
  const { known, read } = running;
  const effects: RunEffect[] = [];
  const runId = deliveryId(event, known.rule.id);
  const target = {
    event,
    runId,
    storyId,
    past: pastOf(event, storyId, past),
    now: new Date(event.timestamp),
  };
  const isTooDeep = (await depthOf(read, event)) > DEPTH_MAX;
  // The actions of one run see what those before them would have done; those of another run do not.
  const { isMatch, failure } = isTooDeep
    ? TOO_DEEP
    : await runForEvent({ ...running, services: await withoutWrites() }, target, effects);
  if (!isMatch) return;
  preview.matched += 1;
  const about = { eventId: event.id, at: event.timestamp };
  preview.would.push(
    ...effects.map(({ isChange: _, ...effect }) => ({ ...about, ...effect, changes: [...effect.changes] })),
  );
  if (failure) preview.wouldFail.push({ eventId: event.id, ...failure });
}

/** The rights that a rule has, of those that who looks has too: a preview shows no one more than they see. */
function within(ofRule: Caller, { teamIds }: Pick<Caller, 'teamIds'>): Caller {
  return { ...ofRule, teamIds: new Set([...ofRule.teamIds].filter((id) => teamIds.has(id))) };
}
