import pLimit from 'p-limit';
import { DAY_MS } from '../../../kernel/core/date-span.ts';
import { nextTimestamp } from '../../../kernel/core/clock.ts';
import type { Change, Database, Item } from '../../../kernel/core/database.ts';
import { writeConflict } from '../../../kernel/core/errors.ts';
import { createReader } from '../../../kernel/db/reader.ts';
import { tryCommit } from '../../../kernel/db/write.ts';
import { deletePlacement, replacePlacement } from '../placements/placement-store.ts';
import { setSchedulingStatus, storyUnchanged } from '../../story/story-store.ts';
import type { AutoSchedulingStatus } from '../../story/story.ts';
import type { Planning } from './plan-member.ts';
import { readSituation, type PlanEntry } from './read-situation.ts';

const WRITE_CONCURRENCY = 10;

/**
 * Plans a member's stories again and stores what differs. A story that someone changes meanwhile is left to them: its
 * change requests another plan. Returns when to plan again though nothing has changed: tomorrow, for what does not fit
 * as far as a year ahead.
 */
export async function replanMember(
  { database, now }: { database: Database; now: Date },
  ownerId: string,
): Promise<Date | undefined> {
  const [workspaceId = '', memberId = ''] = ownerId.split('#');
  const situation = await readSituation(createReader(database), { workspaceId, memberId }, now);
  if (situation.entries.length === 0) return undefined;
  // Calendars in time zones are large, and few jobs need them.
  const { planMember } = await import('./plan-member.ts');
  const plannings = planMember(situation, now);
  const limit = pLimit(WRITE_CONCURRENCY);
  await Promise.all([
    ...situation.entries
      .filter(({ isOwn }) => !isOwn)
      .map((entry) => limit(() => tryCommit(database, unplanStory(entry)))),
    ...plannings.map((planning) => limit(() => tryCommit(database, changesOf(planning, now)))),
  ]);
  const isShort = plannings.some(
    ({ next }) => next.misfit === 'no_time_left' || next.misfit === 'team_share',
  );
  return isShort ? new Date(now.getTime() + DAY_MS) : undefined;
}

/** Removes a story from a plan that it no longer belongs to. */
function unplanStory({ placement, item, story, isFinished }: PlanEntry): Change[] {
  const isStale = story !== undefined && isFinished && story.autoSchedulingStatus !== 'off';
  return [
    deletePlacement(placement, writeConflict),
    ...(isStale ? [setSchedulingStatus(item!, 'off', writeConflict)] : []),
  ];
}

/** The changes of a story's placement, together with its status; none if it stays the same. */
function changesOf({ entry: { placement, item, story }, next }: Planning, now: Date): Change[] {
  const { updatedAt, ...known } = placement;
  const status: AutoSchedulingStatus = next.status;
  const isSame = JSON.stringify(known) === JSON.stringify(next);
  if (isSame && story!.autoSchedulingStatus === status) return [];
  const moved = { ...next, updatedAt: nextTimestamp(now, updatedAt) };
  return [
    ...(isSame ? [] : [replacePlacement(moved, placement, writeConflict)]),
    onStory(item!, status, story!.autoSchedulingStatus),
  ];
}

const onStory = (item: Item, status: AutoSchedulingStatus, known: AutoSchedulingStatus): Change =>
  status === known ? storyUnchanged(item, writeConflict) : setSchedulingStatus(item, status, writeConflict);
