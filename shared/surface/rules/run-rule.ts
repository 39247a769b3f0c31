import { writeConflict } from '../../kernel/core/errors.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import type { JobContext } from '../../kernel/jobs/run-job.ts';
import { expiryOf, RETENTION_VARIABLE, retentionMs } from '../../kernel/log/retention.ts';
import { optionalEnv } from '../../kernel/core/env.ts';
import { getEvent } from '../../events/deliveries/event-store.ts';
import { toRuleEvent, type RuleEvent } from '../../events/rules/find-triggered.ts';
import { isTimed } from '../../events/rules/timed-kinds.ts';
import {
  beginRun,
  endRun,
  findWaiting,
  getClock,
  getTally,
  moveClock,
  putWaiting,
  type EndedRun,
  type RuleTally,
  type WaitingRun,
} from '../../events/rules/rule-run-store.ts';
import type { KnownRule } from '../../events/rules/rule-route.ts';
import { kindsOfOthers, type RuleKind } from '../../events/rules/rule-kinds.ts';
import { getRule, replaceRule } from '../../events/rules/rule-store.ts';
import { DEPTH_MAX, FAILURES_MAX, RUNS_A_MINUTE, type StoredRule } from '../../events/rules/rule.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { deliveryId } from '../../kernel/log/event.ts';
import { jobServices } from '../groups/job-services.ts';
import type { RunEffect } from './act.ts';
import { runForEvent, storyIdIn } from './run-for-event.ts';
import { depthOf } from './run-depth.ts';
import { findTimed, nextLook } from './find-timed.ts';
import { findTargets } from './run-targets.ts';
import { openStoryMatcher, type StoryMatcher } from './story-matcher.ts';

/** How long one job runs a rule, in milliseconds: it ends well before its lease. */
const WORK_MAX_MS = 30_000;

/** Runs that are read at once. */
const RUNS_AT_ONCE = 25;

/** How long a run can wait behind others of its rule, in milliseconds; it is skipped after that. */
const WAIT_MAX_MS = 24 * 60 * 60 * 1_000;

const MINUTE_MS = 60_000;

interface Work {
  context: JobContext;
  matcher: StoryMatcher;
  /** When a record of a run expires, in seconds since 1970. */
  ttl: number;
}

/**
 * Runs a rule for the events that wait, in order and each once: an interrupted run is repeated, and what it did is not.
 * Returns when to go on; undefined if nothing waits.
 */
export async function runRule(context: JobContext, ownerId: string): Promise<Date | undefined> {
  const [workspaceId, ruleId] = ownerId.split('#') as [string, string];
  const started = performance.now();
  const matcher = openStoryMatcher();
  const ttl = expiryOf(context.now.getTime(), retentionMs(optionalEnv(RETENTION_VARIABLE)));
  const work = { context, matcher, ttl };
  try {
    for (;;) {
      const waiting = await findWaiting(createReader(context.database), ruleId, RUNS_AT_ONCE);
      if (waiting.length === 0) {
        const next = await look(work, { workspaceId, ruleId });
        if (next !== 'again') return next;
      }
      for (const run of waiting) {
        const elapsed = performance.now() - started;
        const now = new Date(context.now.getTime() + elapsed);
        if (elapsed > WORK_MAX_MS) return now;
        const later = await takeRun(work, { workspaceId, ruleId }, run, now);
        if (later) return later;
      }
    }
  } finally {
    matcher.close();
  }
}

/**
 * Has a rule run for what time has brought since it last looked. Returns when to look again, or that runs may wait now;
 * undefined if it never looks. The next look starts where this one ended, so that one that is repeated finds the same.
 */
async function look(
  { context, ttl }: Work,
  { workspaceId, ruleId }: { workspaceId: string; ruleId: string },
): Promise<Date | 'again' | undefined> {
  const { database, now } = context;
  const read = createReader(database);
  const [known, clock] = await Promise.all([getRule(read, workspaceId, ruleId), getClock(read, ruleId)]);
  if (!known?.rule.enabled || clock === undefined || !isTimed(known.rule)) return undefined;
  const looking = { services: jobServices(context, ruleId), read, known };
  const from = new Date(clock);
  const next = await nextLook(looking, from);
  if (next === undefined || next > now) return next;
  for (const { event, kind, storyId } of await findTimed(looking, { from, to: now })) {
    const place = { workspaceId, ruleId, runId: deliveryId(event, ruleId) };
    const cause = { eventId: event.id, kind, position: null, body: JSON.stringify(event) };
    const waiting = { ...cause, ...(storyId !== undefined && { storyId }) };
    await tryCommit(database, putWaiting(place, waiting, ttl, writeConflict));
  }
  await tryCommit(database, [moveClock(ruleId, clock, now.toISOString(), writeConflict)]);
  return 'again';
}

/** Ends one run that waits. Returns when it can run, if it has to wait longer. */
async function takeRun(
  work: Work,
  place: { workspaceId: string; ruleId: string },
  waiting: WaitingRun,
  now: Date,
): Promise<Date | undefined> {
  const { context, matcher, ttl } = work;
  const { database } = context;
  const { ruleId } = place;
  const read = createReader(database);
  const [known, tally, event] = await Promise.all([
    getRule(read, place.workspaceId, ruleId),
    getTally(read, ruleId),
    eventOf(read, waiting),
  ]);
  if (event && kindsOfOthers.has(waiting.kind) && waiting.storyId === undefined) {
    await splitRun(work, place, waiting, event);
    return undefined;
  }
  const minute = now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
  const inMinute = tally.minute === minute ? tally.inMinute : 0;
  if (inMinute >= RUNS_A_MINUTE) return new Date(Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS);
  const depth = event ? await depthOf(read, event) : 1;
  const skipped = known && event && skipReason(known, event, { depth, now });
  const effects: RunEffect[] = [];
  const outcome =
    !known || !event || skipped !== undefined
      ? undefined
      : await runForEvent(
          { services: jobServices({ ...context, now }, ruleId), read, known, matcher },
          {
            event,
            runId: waiting.runId,
            storyId: waiting.storyId,
            now,
            begun: waiting.begun,
            begin: async (begun) => {
              const { runId, ...cause } = waiting;
              const begins = beginRun({ ...place, runId }, { ...cause, begun }, ttl, writeConflict);
              await tryCommit(database, [begins]);
            },
          },
          effects,
        );
  const code = skipped ?? outcome?.failure?.code ?? null;
  const ended: EndedRun = {
    id: waiting.runId,
    eventId: waiting.eventId,
    at: now.toISOString(),
    outcome: skipped === undefined ? (outcome?.failure ? 'failed' : 'done') : 'skipped',
    code,
    changeSetId: effects.some(({ isChange }) => isChange) ? waiting.runId : null,
    depth,
  };
  const isListed = known !== undefined && (skipped !== undefined || outcome?.isMatch === true);
  const after = nextTally(tally, ended, { minute, inMinute });
  const changes = endRun(
    { ...place, runId: waiting.runId },
    isListed ? ended : undefined,
    { before: tally, after, ttl },
    writeConflict,
  );
  const isLast = known && isListed && ended.outcome === 'failed' && after.inRow % FAILURES_MAX === 0;
  const disabled = isLast ? disabledFor(known.rule, code!, now) : undefined;
  if (disabled) {
    // Imported on demand: few rules are disabled. Notified before it is written, so that none is disabled silently.
    const { notifyOwner } = await import('./notify-owner.ts');
    const storyId = waiting.storyId ?? storyIdIn(event!);
    await notifyOwner({ ...context, now }, disabled, { code: code!, storyId, runId: waiting.runId });
  }
  const disabling = disabled ? replaceRule({ ...known!, rule: disabled }, known!.rule, writeConflict) : [];
  await tryCommit(database, [...changes, ...disabling]);
  return undefined;
}

/** Has a rule run for each of the other stories that an event is about. */
async function splitRun(
  { context: { database }, ttl }: Work,
  place: { workspaceId: string; ruleId: string },
  { runId, ...cause }: WaitingRun,
  event: RuleEvent,
): Promise<void> {
  const read = createReader(database);
  for (const { storyId } of await findTargets(read, event, cause.kind as RuleKind)) {
    const own = { ...place, runId: deliveryId({ id: cause.eventId }, `${place.ruleId} ${storyId}`) };
    await tryCommit(database, putWaiting(own, { ...cause, storyId: storyId! }, ttl, writeConflict));
  }
  const tally = await getTally(read, place.ruleId);
  const unchanged = { before: tally, after: tally, ttl };
  await tryCommit(database, endRun({ ...place, runId }, undefined, unchanged, writeConflict));
}

async function eventOf(
  read: Reader,
  { eventId, position, body }: WaitingRun,
): Promise<RuleEvent | undefined> {
  if (body !== undefined) return JSON.parse(body) as RuleEvent;
  const event = await getEvent(read, { eventId, position });
  return event && toRuleEvent(event);
}

function skipReason(
  { rule }: KnownRule,
  { timestamp }: RuleEvent,
  { depth, now }: { depth: number; now: Date },
): string | undefined {
  if (!rule.enabled) return 'disabled';
  if (depth > DEPTH_MAX) return 'too_deep';
  return now.getTime() - Date.parse(timestamp) > WAIT_MAX_MS ? 'too_late' : undefined;
}

function nextTally(
  { runs, failures, inRow }: RuleTally,
  { outcome, at }: EndedRun,
  { minute, inMinute }: { minute: string; inMinute: number },
): RuleTally {
  const isFailure = outcome === 'failed';
  const isSkipped = outcome === 'skipped';
  return {
    runs: runs + (isSkipped ? 0 : 1),
    failures: failures + (isFailure ? 1 : 0),
    inRow: isFailure ? inRow + 1 : isSkipped ? inRow : 0,
    lastRunAt: at,
    minute,
    inMinute: inMinute + (isSkipped ? 0 : 1),
  };
}

/** A rule that keeps failing, disabled. If others change it meanwhile, its run is repeated. */
const disabledFor = (rule: StoredRule, code: string, now: Date): StoredRule => ({
  ...rule,
  enabled: false,
  disabledReason: `It failed ${FAILURES_MAX} times in a row, the last time with ${code}.`,
  updatedAt: nextTimestamp(now, rule.updatedAt),
});
