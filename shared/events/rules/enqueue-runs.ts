import pLimit from 'p-limit';
import { writeConflict } from '../../kernel/core/errors.ts';
import type { Database } from '../../kernel/core/database.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { requestJob } from '../../kernel/jobs/run-job.ts';
import { deliveryId, type WebhookEvent } from '../../kernel/log/event.ts';
import type { LogPosition } from '../../kernel/log/log-store.ts';
import { expiryOf } from '../../kernel/log/retention.ts';
import { kindThatTriggers, toRuleEvent } from './find-triggered.ts';
import type { FindCategory } from '../../identity/status/find-categories.ts';
import { jobOfRule, putWaiting } from './rule-run-store.ts';
import type { KnownRule } from './rule-route.ts';

/** Rules whose runs are written concurrently. */
const CONCURRENCY = 10;

/** Maximum difference of two machines' clocks, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

interface RunServices {
  database: Database;
  now: () => Date;
  /** The retention of events in milliseconds. */
  retention: number;
}

interface PlacedEvent {
  event: WebhookEvent;
  position: LogPosition;
}

/**
 * Has those rules run that an event in the log is for; each once, however often this is repeated. Rules see what happens
 * after they are made.
 */
export async function enqueueRuns(
  { database, now, retention }: RunServices,
  { event, position }: PlacedEvent,
  rules: readonly KnownRule[],
  findCategory: FindCategory,
): Promise<void> {
  if (rules.length === 0) return;
  const limit = pLimit(CONCURRENCY);
  const parsed = toRuleEvent(event);
  const happened = Date.parse(parsed.timestamp) + CLOCK_SKEW_MS;
  await Promise.all(
    rules
      .filter(({ rule }) => Date.parse(rule.createdAt) <= happened)
      .map(async (known) => {
        const kind = await kindThatTriggers(known, parsed, findCategory);
        if (kind === undefined) return;
        const { workspaceId, id: ruleId } = known.rule;
        const place = { workspaceId, ruleId, runId: deliveryId(event, ruleId) };
        const cause = { eventId: event.id, kind, position };
        const waiting = putWaiting(place, cause, expiryOf(now().getTime(), retention), writeConflict);
        await limit(() => tryCommit(database, waiting));
        await limit(() => requestJob(database, jobOfRule(known.rule), now()));
      }),
  );
}
