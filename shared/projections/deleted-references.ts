import {
  clearDeletedKeyResult,
  clearDeletedObjective,
  clearDeletedSprint,
} from '../cascades/clear-deleted.ts';
import type { ItemChange } from '../db/stream-record.ts';
import { keyResultKind, toKeyResult } from '../key-results/key-result-store.ts';
import { objectiveKind } from '../objectives/objective-store.ts';
import { sprintKind } from '../sprints/sprint-store.ts';
import type { Projection, ProjectionContext } from './projection.ts';

/** Removes references to deleted sprints, objectives and key results, and deletes what belonged to them. */
export const deletedReferences: Projection = {
  name: 'deleted-references',
  follows: [sprintKind, objectiveKind, keyResultKind],
  deletionsOnly: true,
  async handle(context, changes) {
    for (const change of changes) await clear(context, change);
  },
};

async function clear({ database, now }: ProjectionContext, { key, before }: ItemChange): Promise<void> {
  if (sprintKind.includes(key)) return await clearDeletedSprint(database, sprintKind.idOf(key), now);
  if (objectiveKind.includes(key)) return await clearDeletedObjective(database, objectiveKind.idOf(key), now);
  // Its stories are found by its objective, which the last image contains.
  const { objectiveId } = toKeyResult(before!);
  await clearDeletedKeyResult(database, { id: keyResultKind.idOf(key), objectiveId }, now);
}
