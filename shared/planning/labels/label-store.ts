import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { uniqueNames } from '../../kernel/db/unique-names.ts';
import { labelSchema, type Label } from './label.ts';
import type { Item, Reader, Change } from '../../kernel/core/database.ts';

export const labelDocument = defineDocument(labelSchema);

/** Identifies these items in the table's stream. */
export const labelKind = itemKind('L#', 'team');
const labelKey = labelKind.key;

type NamedLabel = Pick<Label, 'id' | 'workspaceId' | 'teamId' | 'name' | 'archivedAt'>;

/** Names are unique within a team, or among the workspace's own labels. Archived labels release theirs. */
const names = uniqueNames<NamedLabel>(
  itemKind('G#label#', 'release'),
  ({ workspaceId, teamId, archivedAt }) =>
    archivedAt === null ? `${workspaceId}#${teamId ?? ''}` : undefined,
);

/** Returns the id of the active label of a team, or of the workspace, that has a name; undefined if there is none. */
export const findLabelId = (read: Reader, label: Omit<NamedLabel, 'id' | 'archivedAt'>) =>
  names.find(read, { ...label, archivedAt: null });

/** Archived labels have their own list partitions. */
const partition = (name: string, archived: boolean): string => (archived ? `${name}X` : name);

export const labelsOfTeam = (teamId: string, archived = false) => partition(`T#${teamId}#L`, archived);
export const labelsOfWorkspace = (workspaceId: string, archived = false) =>
  partition(`W#${workspaceId}#L`, archived);
export const labelSortKey = (id: string): string => labelKey(id).pk;
export const labelIdOf = labelKind.idOf;

export const getLabelItem = (read: Reader, id: string) => read.get(labelKey(id));

/** The workspace a label belongs to, and its team unless it is a workspace label. */
interface LabelReference {
  workspaceId: string;
  teamId: string | null;
  archived: boolean;
}

export async function getLabelReference(read: Reader, id: string): Promise<LabelReference | undefined> {
  const item = await getLabelItem(read, id);
  return item && toLabelReference(item);
}

export const toLabelReference = (item: Item): LabelReference => ({
  workspaceId: item['workspaceId'] as string,
  teamId: (item['teamId'] as string | undefined) ?? null,
  archived: item['archived'] === true,
});

export const toLabel = (item: Item) => labelDocument.read(item);

function labelItem(label: Label): Item {
  const { id, workspaceId, teamId, updatedAt } = label;
  const archived = label.archivedAt !== null;
  return {
    ...labelKey(id),
    ...labelDocument.write(label),
    inList: teamId ? labelsOfTeam(teamId, archived) : labelsOfWorkspace(workspaceId, archived),
    workspaceId,
    updatedAt,
    ...(teamId ? { teamId } : {}),
    ...(archived ? { archived } : {}),
  };
}

/** Changes that create a label. Throws `nameTaken` if another active label has the name. */
export const putLabel = (label: Label, nameTaken: () => Error): Change[] => [
  ...names.claim(label, nameTaken),
  { put: labelItem(label), if: 'absent' },
];

/** Changes that delete a label of a deleted team, including its unique name. */
export const deleteLabelChanges = (item: Item): Change[] => [
  { delete: { pk: item.pk, sk: item.sk } },
  ...names.release(toLabel(item)),
];

/** Changes that replace a label with its next version. */
export const replaceLabel = (
  label: Label,
  previous: Label,
  nameTaken: () => Error,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  { put: labelItem(label), if: { equals: { updatedAt: previous.updatedAt } }, onConditionFailed: stale },
  ...names.move(label, previous, nameTaken),
];
