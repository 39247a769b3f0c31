import { defineDocument } from '../../kernel/db/document.ts';
import { gsi2, inIndex, itemKind } from '../../kernel/db/table.ts';
import { storedRelationSchema, type StoredRelation } from './relation.ts';
import type { Change, Item, Reader } from '../../kernel/core/database.ts';

export const relationDocument = defineDocument(storedRelationSchema);

/** Identifies these items in the table's stream. They are for events: reads use what both stories store. */
export const relationKind = itemKind('RL#', 'workspace');

export const toStoredRelation = (item: Item): StoredRelation => relationDocument.read(item);

/** A relation as events show it: it never changes, and who may see the other story differs between receivers. */
export function toEventRelation(item: Item) {
  const relation = toStoredRelation(item);
  const { restoredAt = relation.createdAt } = item as Item & { restoredAt?: string };
  return { ...relation, relatedStory: null, updatedAt: restoredAt };
}

export const getRelationItem = (read: Reader, id: string) => read.get(relationKind.key(id));

/** The team of the story that a relation is stored from. */
export const relationTeamOf = (item: Item): string => item['teamId'] as string;

/** Finds the keys of all relations of a workspace, to count them. */
export const relationIndexes = { byWorkspace: gsi2 } as const;
export const relationsOfWorkspace = (workspaceId: string): string => `W#${workspaceId}#RL`;

/** Adds a relation. A restored one has another version, so that its events are new ones. */
export const putRelation = (relation: StoredRelation, teamId: string, restoredAt?: string): Change => ({
  put: {
    ...relationKind.key(relation.id),
    ...relationDocument.write(relation),
    teamId,
    ...(restoredAt === undefined ? {} : { restoredAt }),
    ...inIndex(relationIndexes.byWorkspace, relationsOfWorkspace(relation.workspaceId)),
  },
  if: 'absent',
});

/** Has the events of a relation follow its story to another team. Throws `gone` if the relation has ended. */
export const moveRelation = (item: Item, teamId: string, gone: () => Error): Change => ({
  update: { pk: item.pk, sk: item.sk },
  with: { set: { teamId } },
  if: 'present',
  onConditionFailed: gone,
});

export const deleteRelationItem = (id: string): Change => ({ delete: relationKind.key(id) });
