import { getMemberItem } from '../../../kernel/auth/membership-store.ts';
import type { Reader } from '../../../kernel/core/database.ts';
import { DAY_MS, dueDay } from '../../../kernel/core/date-span.ts';
import { getPlacement, readPlan, type PlanOwner } from '../placements/placement-store.ts';
import { unplannedPlacement, type Placement } from '../placements/placement.ts';
import type { Predecessor, Task } from '../plan/task.ts';
import { getStatusCategories } from '../../../identity/status/status-categories.ts';
import { isUnfinished } from '../../story/story-relations.ts';
import { getStoryRelations } from '../../story/story-relations-store.ts';
import { isPlannable } from '../../story/story-rules.ts';
import { getStoryItem, toStory } from '../../story/story-store.ts';
import type { Story } from '../../story/story.ts';
import { readWorkingTime, type WorkingTime } from '../working-time/working-time-store.ts';
import type { Item } from '../../../kernel/core/database.ts';

/** A story in someone's plan, as it is now. */
export interface PlanEntry {
  placement: Placement;
  /** Undefined if it has been deleted. */
  item: Item | undefined;
  story: Story | undefined;
  /** Whether it is assigned to this member. */
  isOwn: boolean;
  /** Whether its status says that it is completed or cancelled. */
  isFinished: boolean;
  waitsFor: Predecessor[];
}

/** The complete input of a member's plan. */
export interface MemberSituation {
  owner: PlanOwner;
  /** Whether they are still in the workspace. */
  isMember: boolean;
  time: WorkingTime;
  entries: PlanEntry[];
}

/** The differences of a hypothetical situation from the stored one. */
export interface PlanDifferences {
  /** Stories after the change. */
  stories: ReadonlyMap<string, Story>;
  /** The changed ends of other members' stories, in minutes since 1970; null if unknown. */
  ends: ReadonlyMap<string, number | null>;
  timeOf(memberId: string, time: WorkingTime): WorkingTime;
}

const none: PlanDifferences = { stories: new Map(), ends: new Map(), timeOf: (_, time) => time };

/** Reads the input of a member's plan, strongly consistent. */
export async function readSituation(
  read: Reader,
  owner: PlanOwner,
  now: Date,
  differences: PlanDifferences = none,
): Promise<MemberSituation> {
  const [member, time, stored] = await Promise.all([
    getMemberItem(read, owner.workspaceId, owner.memberId),
    readWorkingTime(read, owner),
    readPlan(read, owner),
  ]);
  const known = new Set(stored.map(({ storyId }) => storyId));
  const added = [...differences.stories.values()].filter(
    ({ id, assigneeId }) => assigneeId === owner.memberId && !known.has(id),
  );
  const plan = [...stored, ...added.map((story) => unplannedPlacement(story, owner.memberId, now))];
  const items = await Promise.all(plan.map(({ storyId }) => getStoryItem(read, storyId)));
  const stories = items.map((item) => item && storyOf(item, differences));
  const categories = await getStatusCategories(
    read,
    stories.flatMap((story) => story?.statusId ?? []),
  );
  const entries = await Promise.all(
    plan.map(async (placement, at): Promise<PlanEntry> => {
      const [item, story] = [items[at], stories[at]];
      const isFinished = story !== undefined && !isUnfinished(categories.get(story.statusId)!);
      const isOwn =
        story !== undefined && !isFinished && isPlannable(story) && story.assigneeId === owner.memberId;
      const waitsFor = isOwn ? await readPredecessors(read, { owner, now, differences }, story.id) : [];
      return { placement, item, story, isOwn, isFinished, waitsFor };
    }),
  );
  return {
    owner,
    isMember: member !== undefined,
    time: differences.timeOf(owner.memberId, time),
    entries,
  };
}

function storyOf(item: Item, { stories }: PlanDifferences): Story {
  const story = toStory(item);
  return stories.get(story.id) ?? story;
}

interface SituationInput {
  owner: PlanOwner;
  now: Date;
  differences: PlanDifferences;
}

/** The unfinished blockers of a story, with their ends in other members' plans. */
async function readPredecessors(
  read: Reader,
  context: SituationInput,
  storyId: string,
): Promise<Predecessor[]> {
  const { owner, differences } = context;
  const stored = await getStoryRelations(read, storyId);
  const blockers = (stored?.relations ?? []).filter(
    ({ blocker }) => blocker !== undefined && isUnfinished(blocker.statusCategory),
  );
  const found = await Promise.all(
    blockers.map(async ({ storyId: id }): Promise<Predecessor[]> => {
      const item = await getStoryItem(read, id);
      if (!item) return [];
      const story = storyOf(item, differences);
      if (isPlannable(story) && story.assigneeId === owner.memberId) return [{ id, endsAt: null }];
      return [{ id, endsAt: await endOf(read, story, context) }];
    }),
  );
  return found.flat();
}

/** The end of another member's story: as planned, otherwise when it is due; null if unknown. */
async function endOf(
  read: Reader,
  { id, workspaceId, assigneeId, endDate, ...story }: Story,
  { now, differences }: SituationInput,
): Promise<number | null> {
  const changedEnd = isPlannable(story) ? differences.ends.get(id) : undefined;
  if (typeof changedEnd === 'number') return changedEnd;
  const placement =
    isPlannable(story) && assigneeId !== null
      ? await getPlacement(read, { workspaceId, memberId: assigneeId }, id)
      : undefined;
  const last = changedEnd === null ? undefined : placement?.blocks.at(-1);
  if (last && placement?.status !== 'cannot_fit') return toMinute(last.endDate);
  const due = endDate === null ? null : endOfDueDay(endDate);
  return due === null || due * 60_000 < now.getTime() ? null : due;
}

export const toMinute = (at: string): number => Math.floor(Date.parse(at) / 60_000);
export const fromMinute = (minute: number): string => new Date(minute * 60_000).toISOString();

/** The minute after the day on which something is due. */
const endOfDueDay = (endDate: string): number => ((dueDay(endDate) + 1) * DAY_MS) / 60_000;

/** A story as the scheduler plans it. */
export const toTask = (
  {
    id,
    teamId,
    priority,
    estimatedDurationMinutes,
    minimumFocusBlockMinutes,
    startDate,
    endDate,
    autoSchedulingLocked,
  }: Story,
  { placement, waitsFor }: Pick<PlanEntry, 'placement' | 'waitsFor'>,
): Task => ({
  id,
  teamId,
  priority,
  plannedAs: {
    priority: placement.plannedAs?.priority ?? priority,
    notBefore: placement.plannedAs?.notBefore ? toMinute(placement.plannedAs.notBefore) : null,
  },
  duration: estimatedDurationMinutes!,
  focus: minimumFocusBlockMinutes,
  startsAt: startDate === null ? null : Math.ceil(Date.parse(startDate) / 60_000),
  dueAt: endDate === null ? null : endOfDueDay(endDate),
  locked: autoSchedulingLocked && placement.blocks.length > 0,
  waitsFor,
  blocks: placement.blocks.map((block) => ({
    start: toMinute(block.startDate),
    end: toMinute(block.endDate),
  })),
});
