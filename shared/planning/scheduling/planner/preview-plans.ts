import type { Reader } from '../../../kernel/core/database.ts';
import type { Effort } from '../plan/effort.ts';
import type { Story } from '../../story/story.ts';
import { isPlannable } from '../../story/story-rules.ts';
import type { WorkingTime } from '../working-time/working-time-store.ts';
import { planMember, type Planning } from './plan-member.ts';
import { plannersAfter } from './planners-of.ts';
import { readSituation, toMinute, type PlanDifferences } from './read-situation.ts';

/** The maximum numbers of people, and of plans, in one preview. */
const MEMBERS_MAX = 20;
const PLANS_MAX = 60;
/** The cost limit of a preview; the plan of a person that has been started is always completed. */
export const PREVIEW_STEPS_MAX = 10_000_000;

/** The hypothetical changes of a preview. */
interface WhatIf {
  workspaceId: string;
  /** Stories, before and after the change. */
  stories: readonly { was: Story; would: Story }[];
  /** Members with changed working time. */
  times: ReadonlyMap<string, (time: WorkingTime) => WorkingTime>;
}

/** The placements of stories by id, in a plan of this moment and in one with the change. */
export interface PlanPreview {
  before: ReadonlyMap<string, Planning>;
  after: ReadonlyMap<string, Planning>;
  /** Whether the plans of all affected members were computed. */
  isComplete: boolean;
}

/**
 * Computes the plans of the members affected by a change, with and without it, and of those whose stories wait for
 * moved ones. Both plans are of this moment, so that they differ only by the change.
 */
export async function previewPlans(
  reader: Reader,
  { workspaceId, stories, times }: WhatIf,
  now: Date,
  effort: Effort = { steps: 0 },
): Promise<PlanPreview> {
  const read = memoizedReader(reader);
  const ends = new Map<string, number | null>();
  const differences: PlanDifferences = {
    stories: new Map(stories.map(({ would }) => [would.id, would])),
    ends,
    timeOf: (memberId, time) => times.get(memberId)?.(time) ?? time,
  };
  const plans = new Map<string, { before: Planning[]; after: Planning[] }>();
  const waiting = new Set(times.keys());
  for (const { was, would } of stories) {
    for (const one of [was, would]) if (isPlannable(one)) waiting.add(one.assigneeId!);
    for (const { memberId } of await plannersAfter(read, was.id)) waiting.add(memberId);
  }
  let isComplete = true;
  let left = PLANS_MAX;
  // Those who are added meanwhile are visited too.
  for (const memberId of waiting) {
    waiting.delete(memberId);
    const isSpent = left === 0 || effort.steps >= PREVIEW_STEPS_MAX;
    if (isSpent || (!plans.has(memberId) && plans.size === MEMBERS_MAX)) {
      isComplete = false;
      continue;
    }
    left--;
    const owner = { workspaceId, memberId };
    const known = plans.get(memberId);
    const before = known?.before ?? planMember(await readSituation(read, owner, now), now, effort);
    const after = planMember(await readSituation(read, owner, now, differences), now, effort);
    plans.set(memberId, { before, after });
    const ended = endsOf(known?.after ?? before);
    for (const [storyId, end] of endsOf(after)) {
      if (ended.get(storyId) === end) continue;
      ends.set(storyId, end);
      for (const next of await plannersAfter(read, storyId)) {
        if (next.memberId !== memberId) waiting.add(next.memberId);
      }
    }
  }
  const all = (which: 'before' | 'after') =>
    new Map(
      [...plans.values()].flatMap((plan) => plan[which].map((one) => [one.next.storyId, one] as const)),
    );
  return { before: all('before'), after: all('after'), isComplete };
}

/** When the stories of a plan end; null for those that do not fit. */
const endsOf = (plan: readonly Planning[]): Map<string, number | null> =>
  new Map(
    plan.map(({ next: { storyId, status, blocks } }) => {
      const last = status === 'cannot_fit' ? undefined : blocks.at(-1);
      return [storyId, last ? toMinute(last.endDate) : null];
    }),
  );

/** A reader that reads each item once, so that both plans are of the same state. */
function memoizedReader(read: Reader): Reader {
  const found = new Map<string, Promise<unknown>>();
  const cached = <T>(key: string, find: () => Promise<T>): Promise<T> => {
    const known = found.get(key) as Promise<T> | undefined;
    if (known) return known;
    const finding = find();
    found.set(key, finding);
    return finding;
  };
  return {
    ...read,
    get: (key) => cached(`${key.pk} ${key.sk}`, () => read.get(key)),
    children: (pk, prefix) => cached(`${pk} ${prefix ?? ''}*`, () => read.children(pk, prefix)),
  };
}
