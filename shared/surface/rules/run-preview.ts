import type * as z from 'zod';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { DAY_MS } from '../../kernel/core/date-span.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { deliveryId } from '../../kernel/log/event.ts';
import { findPlaces, readLogs } from '../../kernel/log/read-logs.ts';
import { kindThatTriggers, type RuleEvent } from '../../events/rules/find-triggered.ts';
import { categoriesOf } from '../../events/rules/known-categories.ts';
import { kindsOf } from '../../events/rules/rule-kinds.ts';
import type { KnownRule } from '../../events/rules/rule-route.ts';
import type { Effect } from './act.ts';
import type { rulePreviewSchema } from './preview-schemas.ts';
import { callerOfRule } from './rule-caller.ts';
import { runForEvent } from './run-for-event.ts';
import { openStoryMatcher } from './story-matcher.ts';
import { findTargets } from './run-targets.ts';

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
  const services = await call.withoutWrites();
  const resolveCaller = async (reader: Reader) => within(await callerOfRule(reader, known), caller);
  const preview: Preview = { events: 0, matched: 0, would: [], wouldFail: [], truncated: false };
  if (!known.rule.on) return preview;
  const started = performance.now();
  const findCategory = categoriesOf(read);
  const matcher = openStoryMatcher();
  const isOver = () => preview.matched >= RUNS_MAX || performance.now() - started > WORK_MAX_MS;
  try {
    const { teamIds } = await resolveCaller(read).catch(() => caller);
    const { teamId, workspaceId } = known.rule;
    const logs = teamId === null ? [workspaceId, ...teamIds] : [teamId];
    let places = await findPlaces(read, logs, now.getTime() - days * DAY_MS);
    for (let seen = 0; ;) {
      const page = await readLogs(read, places, { limit: EVENTS_AT_ONCE, now });
      for (const { body } of page.events) {
        const event = JSON.parse(body) as RuleEvent;
        if (kindsOf(event).some((kind) => known.rule.on!.includes(kind))) preview.events += 1;
        const kind = await kindThatTriggers(known, event, findCategory);
        if (kind === undefined) continue;
        if (isOver()) return { ...preview, truncated: true };
        for (const target of await findTargets(read, event, kind)) {
          const effects: Effect[] = [];
          const running = { services, read, known, matcher, resolveCaller };
          const runId = deliveryId(event, known.rule.id);
          const at = {
            event: target.event,
            kind,
            runId,
            storyId: target.storyId,
            now: new Date(event.timestamp),
            isPast: true,
          };
          const { isMatch, failure } = await runForEvent(running, at, effects);
          if (!isMatch) continue;
          preview.matched += 1;
          const about = { eventId: event.id, at: event.timestamp };
          preview.would.push(
            ...effects.map((effect) => ({ ...about, ...effect, changes: [...effect.changes] })),
          );
          if (failure) preview.wouldFail.push({ eventId: event.id, ...failure });
        }
      }
      seen += page.events.length;
      if (!page.more) return preview;
      if (seen >= EVENTS_MAX || isOver()) return { ...preview, truncated: true };
      ({ places } = page);
    }
  } finally {
    matcher.close();
  }
}

/** The rights that a rule has, of those that who looks has too: a preview shows nobody more than they see. */
function within(ofRule: Caller, { teamIds }: Pick<Caller, 'teamIds'>): Caller {
  return { ...ofRule, teamIds: new Set([...ofRule.teamIds].filter((id) => teamIds.has(id))) };
}
