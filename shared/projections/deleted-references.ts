import {
  clearDeletedKeyResult,
  clearDeletedObjective,
  clearDeletedSprint,
} from '../planning/stories/clear-deleted.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { ownerOfDays } from '../planning/counts/day-store.ts';
import {
  keyResultKind,
  keyResultObjectiveOf,
  keyResultOf,
} from '../planning/key-results/key-result-store.ts';
import { objectiveKind } from '../planning/objective/objective-store.ts';
import { sprintKind, toSprint } from '../planning/sprints/sprint-store.ts';
import { storyKind, toStory } from '../planning/story/story-store.ts';
import type { Item } from '../kernel/core/database.ts';
import type { Lead, Projection, ProjectionContext } from '../kernel/log/projection.ts';

/** Removes references to deleted sprints, objectives and key results, and deletes what belonged to them. */
export const deletedReferences: Projection = {
  name: 'deleted-references',
  follows: [sprintKind, objectiveKind, keyResultKind],
  deletionsOnly: true,
  async handle(context, changes) {
    for (const change of changes) await clear(context, change);
  },
  rebuild: { leads: referencesOf },
};

/** The references of an item, including its parent. */
function referencesOf(item: Item): Lead[] {
  const owner = ownerOfDays(item);
  if (owner !== undefined) return [{ key: owner }];
  if (storyKind.includes(item)) {
    const { sprintId, objectiveId, keyResultId } = toStory(item);
    return [
      ...(sprintId ? [{ key: sprintKind.key(sprintId) }] : []),
      ...(objectiveId ? [{ key: objectiveKind.key(objectiveId) }] : []),
      ...(keyResultId && objectiveId
        ? [{ key: keyResultKind.key(keyResultId), before: keyResultOf(keyResultId, objectiveId) }]
        : []),
    ];
  }
  if (sprintKind.includes(item)) {
    const { objectiveId } = toSprint(item);
    return objectiveId ? [{ key: objectiveKind.key(objectiveId) }] : [];
  }
  if (keyResultKind.includes(item)) return [{ key: objectiveKind.key(keyResultObjectiveOf(item)) }];
  return [];
}

async function clear({ database, now }: ProjectionContext, { key, before }: ItemChange): Promise<void> {
  if (sprintKind.includes(key)) return await clearDeletedSprint(database, sprintKind.idOf(key), now);
  if (objectiveKind.includes(key)) return await clearDeletedObjective(database, objectiveKind.idOf(key), now);
  // Its stories are found by its objective, which the last image contains.
  const objectiveId = keyResultObjectiveOf(before!);
  await clearDeletedKeyResult(database, { id: keyResultKind.idOf(key), objectiveId }, now);
}
