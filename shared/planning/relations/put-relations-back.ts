import type { OperationContext } from '../../kernel/core/call.ts';
import type { Change, Item } from '../../kernel/core/database.ts';
import { ApiError, conflict, writeConflict } from '../../kernel/core/errors.ts';
import { wasDeletedInCascade } from '../../kernel/db/signature.ts';
import { listBin } from '../bin/bin-store.ts';
import { oppositeOf, relationTo, type StoryRelation } from '../story/story-relations.ts';
import { getStoryRelations, replaceStoryRelations } from '../story/story-relations-store.ts';
import { getStoryItem, storyTeamOf, storyUnchanged } from '../story/story-store.ts';
import { assertNoCircle } from './circle.ts';
import { describeStories } from './related-story.ts';
import { assertRoomFor, relationOf, sideOf } from './relation-sides.ts';
import { unbinRelation } from './relation-bin.ts';
import { putRelation, relationKind, toStoredRelation } from './relation-store.ts';

/** How often one is tried while its stories change. */
const ATTEMPTS = 5;

type PutRelationsBackContext = Pick<OperationContext, 'read' | 'now' | 'tryWrite'>;

/** A relation that is put back. */
interface RestoredRelation {
  changes: Change[];
  /** As each of its stories stores it. */
  sides: readonly { storyId: string; relation: StoryRelation; other: Item }[];
}

/** Puts back the relations that were deleted along with a story, as far as the other stories are there. */
export async function putRelationsBack(call: PutRelationsBackContext, storyId: string): Promise<void> {
  const items = await listBin(call.read, storyId, relationKind.prefix, call.now);
  for (const item of items.filter(wasDeletedInCascade)) await putBack(call, item);
}

async function putBack(call: PutRelationsBackContext, item: Item): Promise<void> {
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { changes } = await restoredRelation(call, item);
      if (await call.tryWrite(changes)) return;
    }
  } catch (error) {
    // What is in its way is in the way of this one only, which stays in the bin.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** What puts a deleted relation back for both stories. Throws a 409 if something is in its way. */
export async function restoredRelation(
  { read, now }: Pick<PutRelationsBackContext, 'read' | 'now'>,
  item: Item,
): Promise<RestoredRelation> {
  const stored = toStoredRelation(item);
  const ids = [stored.storyId, stored.relatedStoryId] as const;
  const [from, to, ofFrom, ofTo] = await Promise.all([
    getStoryItem(read, ids[0]),
    getStoryItem(read, ids[1]),
    getStoryRelations(read, ids[0]),
    getStoryRelations(read, ids[1]),
  ]);
  if (!from || !to) throw conflict('A story of the relation was deleted.', 'Restore the story first.');
  const sides = [sideOf(from, ofFrom), sideOf(to, ofTo)] as const;
  if (relationTo(sides[0].relations, stored.type, ids[1])) {
    throw conflict('The two stories are so related again, by another relation.');
  }
  for (const side of sides) assertRoomFor(side);
  if (stored.type === 'blocks') await assertStillNoCircle(read, sides[0], sides[1]);
  const [shownFrom, shownTo] = await describeStories(read, [from, to]);
  const { type, id, createdBy, createdAt } = stored;
  const own = relationOf({ id, createdBy, createdAt, type }, to, shownTo!);
  const opposite = relationOf({ id, createdBy, createdAt, type: oppositeOf[type] }, from, shownFrom!);
  return {
    changes: [
      { ...putRelation(stored, storyTeamOf(from), now.toISOString()), onConditionFailed: writeConflict },
      ...unbinRelation(item, writeConflict),
      replaceStoryRelations(sides[0], [...sides[0].relations, own], writeConflict),
      replaceStoryRelations(sides[1], [...sides[1].relations, opposite], writeConflict),
      storyUnchanged(from, writeConflict),
      storyUnchanged(to, writeConflict),
    ],
    sides: [
      { storyId: ids[0], relation: own, other: to },
      { storyId: ids[1], relation: opposite, other: from },
    ],
  };
}

async function assertStillNoCircle(...[read, blocker, blocked]: Parameters<typeof assertNoCircle>) {
  try {
    await assertNoCircle(read, blocker, blocked);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw conflict(
      'The stories would block each other in a circle.',
      'Delete a relation of the circle first.',
    );
  }
}
