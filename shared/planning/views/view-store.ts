import { defineDocument } from '../../kernel/db/document.ts';
import { gsi2, inIndex } from '../../kernel/db/table.ts';
import { viewSchema, type View } from './view.ts';
import { viewKind } from './view-item-store.ts';
import type { Change, Item } from '../../kernel/core/database.ts';

export const viewDocument = defineDocument(viewSchema);

const viewKey = viewKind.key;

/** The list partitions: a team's views, and the personal ones of a member. */
export const viewsOfTeam = (teamId: string): string => `T#${teamId}#V`;
export const viewsOfMember = (workspaceId: string, memberId: string): string =>
  `M#${workspaceId}#${memberId}#V`;

/** Finds the keys of all views of a workspace, to count them. */
export const viewIndexes = { byWorkspace: gsi2 } as const;
export const viewsOfWorkspace = (workspaceId: string): string => `W#${workspaceId}#V`;

export const viewSortKey = (id: string): string => viewKey(id).pk;
export const viewIdOf = viewKind.idOf;

export const toView = (item: Item) => viewDocument.read(item);

function viewItem(view: View): Item {
  const { id, workspaceId, teamId, ownerId, updatedAt } = view;
  return {
    ...viewKey(id),
    ...viewDocument.write(view),
    inList: teamId === null ? viewsOfMember(workspaceId, ownerId) : viewsOfTeam(teamId),
    ...inIndex(viewIndexes.byWorkspace, viewsOfWorkspace(workspaceId)),
    updatedAt,
    ...(teamId === null ? {} : { teamId }),
  };
}

export const putView = (view: View): Change => ({ put: viewItem(view), if: 'absent' });

export const replaceView = (
  view: View,
  previous: View,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: viewItem(view),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

export const deleteViewItem = ({ id, updatedAt }: View, stale: () => Error): Change => ({
  delete: viewKey(id),
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});

/** Deletes a view of a deleted team. */
export const deleteOrphanedView = (item: Item): Change => ({ delete: { pk: item.pk, sk: item.sk } });
