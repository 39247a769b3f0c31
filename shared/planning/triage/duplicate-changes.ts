import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Change, Item } from '../../kernel/core/database.ts';
import { invalidReference, writeConflict } from '../../kernel/core/errors.ts';
import { assertRoomFor, relationOf, sideOf } from '../relations/relation-sides.ts';
import { putRelation } from '../relations/relation-store.ts';
import { toStored } from '../relations/relation.ts';
import { toRelatedStories } from '../relations/related-story.ts';
import { getStoryRelations, replaceStoryRelations } from '../story/story-relations-store.ts';
import { relationTo } from '../story/story-relations.ts';
import { getStoryItem, storyIdOf, storyTeamOf, toStory, storyUnchanged } from '../story/story-store.ts';

/** Changes by which a story duplicates another; none if it does so already. The story itself is checked by its own change. */
export async function duplicateChanges(
  { caller, read, now, newId }: Pick<OperationContext, 'caller' | 'read' | 'now' | 'newId'>,
  story: Item,
  duplicateOf: string,
): Promise<Change[]> {
  const storyId = storyIdOf(story);
  const [other, ofStory, ofOther, limits] = await Promise.all([
    getStoryItem(read, duplicateOf),
    getStoryRelations(read, storyId),
    getStoryRelations(read, duplicateOf),
    getWorkspaceLimits(read, caller.workspaceId),
  ]);
  if (!other || !caller.teamIds.has(storyTeamOf(other)))
    throw badStory('is not a story that this credential can access');
  if (storyId === duplicateOf) throw badStory('is the story itself');
  // So that duplicates are in no circle.
  if (toStory(other).triage?.state === 'duplicate')
    throw badStory('is a duplicate itself; name the story that it repeats');
  const sides = [sideOf(story, ofStory), sideOf(other, ofOther)] as const;
  if (relationTo(sides[0].relations, 'duplicates', duplicateOf))
    return [storyUnchanged(other, writeConflict)];
  for (const side of sides) assertRoomFor(side);
  assertWithinQuota(limits, 'relations');
  const [shown, back] = await toRelatedStories(read, caller, [other, story]);
  const made = { id: newId(), createdBy: caller.principalId, createdAt: now.toISOString() };
  const own = relationOf({ ...made, type: 'duplicates' }, other, shown!);
  const opposite = relationOf({ ...made, type: 'duplicated_by' }, story, back!);
  const ends = { from: storyId, to: duplicateOf };
  const stored = toStored({ ...made, workspaceId: caller.workspaceId }, 'duplicates', ends);
  return [
    putRelation(stored, storyTeamOf(stored.storyId === storyId ? story : other)),
    replaceStoryRelations(sides[0], [...sides[0].relations, own], writeConflict),
    replaceStoryRelations(sides[1], [...sides[1].relations, opposite], writeConflict),
    storyUnchanged(other, writeConflict),
  ];
}

const badStory = (message: string) => invalidReference([{ path: 'duplicateOf', message }]);
