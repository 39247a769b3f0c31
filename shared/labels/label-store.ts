import { defineDocument } from '../db/document.ts';
import type { Reader } from '../db/reader.ts';
import { entityKey, type Item, type Key } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { labelSchema, type Label } from './label.ts';

const document = defineDocument<Label>(labelSchema.keyof().options);

const labelKey = (id: string): Key => entityKey(`L#${id}`);

/** A name is unique among a team's labels, or among the workspace's own, whatever its case. */
const nameKey = ({ workspaceId, teamId, name }: Label): Key =>
  entityKey(`G#label#${workspaceId}#${teamId ?? ''}#${name.toLowerCase()}`);

export const labelsOfTeam = (teamId: string): string => `T#${teamId}#L`;
export const labelsOfWorkspace = (workspaceId: string): string => `W#${workspaceId}#L`;
export const labelSortKey = (id: string): string => labelKey(id).pk;
export const labelIdOf = ({ pk }: Item): string => pk.slice('L#'.length);

export const getLabelItem = (read: Reader, id: string) => read.get(labelKey(id));

/** Which workspace a label belongs to, and which team if it is not the whole workspace's. */
export interface LabelReference {
  workspaceId: string;
  teamId: string | null;
}

export async function getLabelReference(read: Reader, id: string): Promise<LabelReference | undefined> {
  const item = await getLabelItem(read, id);
  return item && toLabelReference(item);
}

export const toLabelReference = (item: Item): LabelReference => ({
  workspaceId: item['workspaceId'] as string,
  teamId: (item['teamId'] as string | undefined) ?? null,
});

export const toLabelJson = (item: Item) => document.json(item);
export const toLabel = (item: Item) => document.read(item);

const labelItem = (label: Label): Item => ({
  ...labelKey(label.id),
  ...document.write(label),
  inList: label.teamId ? labelsOfTeam(label.teamId) : labelsOfWorkspace(label.workspaceId),
  workspaceId: label.workspaceId,
  ...(label.teamId ? { teamId: label.teamId } : {}),
  updatedAt: label.updatedAt,
});

/** The changes that make a label; `nameTaken` is thrown where another beside it has its name. */
export const putLabel = (label: Label, nameTaken: () => Error): Change[] => [
  { put: { ...nameKey(label), labelId: label.id }, if: 'absent', otherwise: nameTaken },
  { put: labelItem(label), if: 'absent' },
];

/** The changes that replace a label's name and color. */
export const replaceLabel = (
  label: Label,
  previous: Label,
  nameTaken: () => Error,
  raceLost: () => Error,
): Change[] => [
  ...(nameKey(label).pk === nameKey(previous).pk
    ? []
    : ([
        { put: { ...nameKey(label), labelId: label.id }, if: 'absent', otherwise: nameTaken },
        { delete: nameKey(previous) },
      ] satisfies Change[])),
  { put: labelItem(label), if: { equals: { updatedAt: previous.updatedAt } }, otherwise: raceLost },
];

/** The changes that delete a label and free its name. Stories keep its id; nothing refers to it any more. */
export const deleteLabel = (label: Label, raceLost: () => Error): Change[] => [
  { delete: labelKey(label.id), if: { equals: { updatedAt: label.updatedAt } }, otherwise: raceLost },
  { delete: nameKey(label) },
];
