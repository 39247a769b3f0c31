import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { attributesOf } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { makeDueNow, type Job } from '../../kernel/jobs/job-store.ts';
import type { LogPosition } from '../../kernel/log/log-store.ts';
import { isTimed } from './timed-kinds.ts';
import type { RuleRun, StoredRule } from './rule.ts';

/** The runs of a rule, those that wait, and how often it ran: all in its partition. */
const runKind = itemKind('RR#', 'workspace', 'any');
const partition = (ruleId: string): string => runKind.key(ruleId).pk;
const RUN = 'R#';
const WAITING = 'Q#';
const runKey = (ruleId: string, runId: string): Key => ({ pk: partition(ruleId), sk: `${RUN}${runId}` });
const waitingKey = (ruleId: string, runId: string): Key => ({
  pk: partition(ruleId),
  sk: `${WAITING}${runId}`,
});
const tallyKey = (ruleId: string): Key => ({ pk: partition(ruleId), sk: 'TALLY' });
const clockKey = (ruleId: string): Key => ({ pk: partition(ruleId), sk: 'CLOCK' });

type RuleKey = Pick<StoredRule, 'workspaceId' | 'id'>;

/** The job that runs a rule, one run after the other. */
export const jobOfRule = ({ workspaceId, id }: RuleKey): Job => ({
  name: 'rule',
  ownerId: `${workspaceId}#${id}`,
  workspaceId,
});

/** Until when, in ISO 8601, a rule has looked for what has no event; undefined for one that never does. */
export const getClock = async (read: Reader, ruleId: string): Promise<string | undefined> =>
  (await read.get(clockKey(ruleId)))?.['until'] as string | undefined;

/** Has an enabled rule look for what has no event from a time on, if it follows such. */
export const clockOf = (rule: StoredRule, now: Date): Change[] =>
  rule.enabled && isTimed(rule)
    ? [
        { put: { ...clockKey(rule.id), workspaceId: rule.workspaceId, until: now.toISOString() } },
        makeDueNow(jobOfRule(rule), now),
      ]
    : [];

/** Throws `moved` if the clock has been started again since it was read. */
export const moveClock = (ruleId: string, from: string, until: string, moved: () => Error): Change => ({
  update: clockKey(ruleId),
  with: { set: { until } },
  if: { equals: { until: from } },
  onConditionFailed: moved,
});

/** Deletes what is stored of a rule besides its runs, which expire. */
export const forgetRule = ({ id }: Pick<StoredRule, 'id'>): Change[] => [
  { delete: tallyKey(id) },
  { delete: clockKey(id) },
];

/** Whose run it is. */
export interface RunPlace {
  workspaceId: string;
  ruleId: string;
  runId: string;
}

/** What a run is for: an event of the log, or what a look at the plan has found. */
export interface RunCause {
  eventId: string;
  kind: string;
  /** Null for what has no event. */
  position: LogPosition | null;
  /** Of what has no event: its text. */
  body?: string;
  /** The story that it is for, where the event is about another. */
  storyId?: string;
  /** What was known when it began; undefined before. */
  begun?: KnownValues;
}

/** What the placeholders of a rule stand for, by their paths. */
export type KnownValues = Readonly<Record<string, { value: unknown; isOfVisitor: boolean }>>;

/** A run that waits. */
export interface WaitingRun extends RunCause {
  runId: string;
}

/** How often a rule ran. */
export interface RuleTally {
  runs: number;
  failures: number;
  /** Failures since the last success. */
  inRow: number;
  lastRunAt: string | null;
  /** The minute of the last run, and how many it has had in it. */
  minute: string;
  inMinute: number;
  /** Whether it was never written. */
  isNew?: boolean;
}

const unrun: RuleTally = {
  runs: 0,
  failures: 0,
  inRow: 0,
  lastRunAt: null,
  minute: '',
  inMinute: 0,
  isNew: true,
};

export async function getTally(read: Reader, ruleId: string): Promise<RuleTally> {
  const item = await read.get(tallyKey(ruleId));
  return item ? (JSON.parse(item['tally'] as string) as RuleTally) : unrun;
}

/** How often rules ran, in order. Eventually consistent. */
export const getTallies = async (read: Reader, ruleIds: readonly string[]): Promise<RuleTally[]> =>
  (await read.getMany(ruleIds.map(tallyKey))).map((item) =>
    item ? (JSON.parse(item['tally'] as string) as RuleTally) : unrun,
  );

/** Has a run wait, once for its cause. Throws `exists` if it waits or ran already. */
export const putWaiting = (
  { workspaceId, ruleId, runId }: RunPlace,
  cause: RunCause,
  ttl: number,
  exists: () => Error,
): Change[] => [
  { put: { ...runKey(ruleId, runId), workspaceId, ttl }, if: 'absent', onConditionFailed: exists },
  { put: { ...waitingKey(ruleId, runId), workspaceId, cause: JSON.stringify(cause), ttl } },
];

/** Records what a run that waits begins with. Throws `taken` if another worker has ended it. */
export const beginRun = (
  { workspaceId, ruleId, runId }: RunPlace,
  cause: RunCause,
  ttl: number,
  taken: () => Error,
): Change => ({
  put: { ...waitingKey(ruleId, runId), workspaceId, cause: JSON.stringify(cause), ttl },
  if: 'present',
  onConditionFailed: taken,
});

/** The first runs that wait, oldest first. Strongly consistent. */
export async function findWaiting(read: Reader, ruleId: string, limit: number): Promise<WaitingRun[]> {
  const range = { pk: partition(ruleId), from: WAITING, to: `${WAITING}~`, limit, consistent: true };
  return (await read.range(range)).map((item) => ({
    ...(JSON.parse(item['cause'] as string) as RunCause),
    runId: item.sk.slice(WAITING.length),
  }));
}

/** How a run ended; `undefined` for one that had nothing to do, which is not listed. */
export interface EndedRun extends RuleRun {
  /** How many rules led to it, itself among them. */
  depth: number;
}

/** Ends a run that waits. Throws `taken` if another worker has ended it. */
export function endRun(
  { workspaceId, ruleId, runId }: RunPlace,
  run: EndedRun | undefined,
  { before, after, ttl }: { before: RuleTally; after: RuleTally; ttl: number },
  taken: () => Error,
): Change[] {
  const waiting: Change = { delete: waitingKey(ruleId, runId), if: 'present', onConditionFailed: taken };
  if (!run) return [waiting, { delete: runKey(ruleId, runId) }];
  const { isNew: _, ...tally } = after;
  return [
    waiting,
    { put: { ...runKey(ruleId, runId), workspaceId, run: JSON.stringify(run), ttl } },
    {
      put: { ...tallyKey(ruleId), workspaceId, tally: JSON.stringify(tally) },
      if: before.isNew ? 'absent' : { equals: { tally: JSON.stringify(before) } },
      onConditionFailed: taken,
    },
  ];
}

const toRun = (item: Item): EndedRun | undefined => {
  const { run } = attributesOf<{ run?: string }>(item);
  return run === undefined ? undefined : (JSON.parse(run) as EndedRun);
};

/** How a run ended; undefined for one that waits or is no longer known. */
export async function getRun(read: Reader, ruleId: string, runId: string): Promise<EndedRun | undefined> {
  const item = await read.get(runKey(ruleId, runId));
  return item && toRun(item);
}

/** Runs of a rule before a position, newest first, and where to go on. */
export async function listRuns(
  read: Reader,
  ruleId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ runs: EndedRun[]; next: string | undefined }> {
  const runs: EndedRun[] = [];
  let before = after;
  for (;;) {
    const to = before === undefined ? `${RUN}~` : `${RUN}${before}`;
    const items = await read.range({
      pk: partition(ruleId),
      from: RUN,
      to,
      limit: limit + 2,
      descending: true,
    });
    const left = items.filter(({ sk }) => sk !== to);
    for (const item of left) {
      const run = toRun(item);
      if (!run) continue;
      if (runs.length === limit) return { runs, next: runs.at(-1)!.id };
      runs.push(run);
    }
    if (left.length === 0) return { runs, next: undefined };
    before = left.at(-1)!.sk.slice(RUN.length);
  }
}
