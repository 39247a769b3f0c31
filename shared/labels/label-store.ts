import { defineDocument } from '../db/document.ts';
import { entityKey } from '../db/table.ts';
import { labelSchema, type Label } from './label.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

const document = defineDocument<Label>(labelSchema.keyof().options);

const labelKey = (id: string): Key => entityKey(`L#${id}`);

/** A name is unique among a team's labels, or among the workspace's own, whatever its case. */
const nameKey = ({ workspaceId, teamId, name }: Label): Key =>
  entityKey(`G#label#${workspaceId}#${teamId ?? ''}#${name.toLowerCase()}`);

/** The name that no other may have: an archived label leaves its own to others. */
const uniqueName = (label: Label): Key | undefined =>
  label.archivedAt === null ? nameKey(label) : undefined;

/** Archived labels stand in list partitions of their own. */
const partition = (name: string, archived: boolean): string => (archived ? `${name}X` : name);

export const labelsOfTeam = (teamId: string, archived = false) => partition(`T#${teamId}#L`, archived);
export const labelsOfWorkspace = (workspaceId: string, archived = false) =>
  partition(`W#${workspaceId}#L`, archived);
export const labelSortKey = (id: string): string => labelKey(id).pk;
export const labelIdOf = ({ pk }: Item): string => pk.slice('L#'.length);

export const getLabelItem = (read: Reader, id: string) => read.get(labelKey(id));

/** Which workspace a label belongs to, and which team if it is not the whole workspace's. */
export interface LabelReference {
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

export const toLabelJson = (item: Item) => document.json(item);
export const toLabel = (item: Item) => document.read(item);

function labelItem(label: Label): Item {
  const { id, workspaceId, teamId, updatedAt } = label;
  const archived = label.archivedAt !== null;
  return {
    ...labelKey(id),
    ...document.write(label),
    inList: teamId ? labelsOfTeam(teamId, archived) : labelsOfWorkspace(workspaceId, archived),
    workspaceId,
    updatedAt,
    ...(teamId ? { teamId } : {}),
    ...(archived ? { archived } : {}),
  };
}

/** The changes that make a label; `nameTaken` is thrown where another beside it has its name. */
export const putLabel = (label: Label, nameTaken: () => Error): Change[] => [
  { put: { ...nameKey(label), labelId: label.id }, if: 'absent', onConditionFailed: nameTaken },
  { put: labelItem(label), if: 'absent' },
];

/** The changes that delete a label of a team that is gone, with its name. */
export const deleteLabelChanges = (item: Item): Change[] => [
  { delete: { pk: item.pk, sk: item.sk } },
  { delete: nameKey(toLabel(item)) },
];

/** The changes that put another version of a label in the place of the one it was made from. */
export const replaceLabel = (
  label: Label,
  previous: Label,
  nameTaken: () => Error,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  { put: labelItem(label), if: { equals: { updatedAt: previous.updatedAt } }, onConditionFailed: stale },
  ...moveName(label, previous, nameTaken),
];

function moveName(label: Label, previous: Label, nameTaken: () => Error): Change[] {
  const [from, to] = [uniqueName(previous), uniqueName(label)];
  if (from?.pk === to?.pk) return [];
  return [
    ...(to
      ? [{ put: { ...to, labelId: label.id }, if: 'absent' as const, onConditionFailed: nameTaken }]
      : []),
    ...(from ? [{ delete: from }] : []),
  ];
}
