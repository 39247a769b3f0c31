import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { conflict } from '../../kernel/core/errors.ts';
import { setStoryFieldRule } from '../../kernel/api/limits/workspace-limits-store.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { uniqueNames } from '../../kernel/db/unique-names.ts';
import { customFieldSchema, type CustomField } from '../story-parts/custom-field.ts';

export const customFieldDocument = defineDocument(customFieldSchema);

/** Identifies these items in the table's stream. */
export const customFieldKind = itemKind('CF#', 'team');

/**
 * Reserves a key in the workspace, also while the field is archived, since stories keep their values. It has a copy of
 * the field, so that a story's fields are read by their keys in one round trip.
 */
const keyKind = itemKind('G#customField#', 'release');
const reservedKey = ({ workspaceId, key }: Pick<CustomField, 'workspaceId' | 'key'>): Key =>
  keyKind.key(`${workspaceId}#${key}`);

/**
 * Names are unique among the fields of a team, or of all teams, as those of labels are; archived fields release theirs.
 * Their items are next to those of the keys, in which no # is.
 */
const names = uniqueNames<CustomField>(keyKind, ({ workspaceId, teamId, archivedAt }) =>
  archivedAt === null ? `${workspaceId}#${teamId ?? ''}` : undefined,
);

/** The 409 for a field whose name another one has. */
const customFieldNameTaken =
  ({ name }: Pick<CustomField, 'name'>) =>
  () =>
    conflict(
      `Another custom field has a name that compares equal to ${name}.`,
      'Use that field, or choose another name.',
    );

/** Archived fields have their own list partitions. */
const partition = (name: string, archived: boolean): string => (archived ? `${name}X` : name);

export const customFieldsOfTeam = (teamId: string, archived = false) => partition(`T#${teamId}#CF`, archived);
export const customFieldsOfWorkspace = (workspaceId: string, archived = false) =>
  partition(`W#${workspaceId}#CF`, archived);
export const customFieldSortKey = (id: string): string => customFieldKind.key(id).pk;
export const customFieldIdOf = customFieldKind.idOf;

export const toCustomField = (item: Item) => customFieldDocument.read(item);

export const getCustomFieldItem = (read: Reader, id: string) => read.get(customFieldKind.key(id));

/** The field with a key in a workspace, strongly consistent; undefined if there is none. */
export async function getCustomFieldByKey(
  read: Reader,
  workspaceId: string,
  key: string,
): Promise<CustomField | undefined> {
  const item = await read.get(reservedKey({ workspaceId, key }));
  return item && toCustomField(item);
}

function customFieldItem(field: CustomField): Item {
  const { id, workspaceId, teamId, updatedAt } = field;
  const archived = field.archivedAt !== null;
  return {
    ...customFieldKind.key(id),
    ...customFieldDocument.write(field),
    inList: teamId ? customFieldsOfTeam(teamId, archived) : customFieldsOfWorkspace(workspaceId, archived),
    updatedAt,
  };
}

const reservation = (field: CustomField): Item => ({
  ...reservedKey(field),
  ...customFieldDocument.write(field),
});

/** What new stories must know of a field without reading it; nothing of an archived one. */
function ruleChange({ workspaceId, key, teamId, required, default: value, archivedAt }: CustomField): Change {
  const rule = archivedAt === null ? { teamId, required, hasDefault: value !== null } : undefined;
  return setStoryFieldRule(workspaceId, key, rule);
}

/** Changes that create a field. Throws `keyTaken` if the workspace has one with its key, or a 409 if one has its name. */
export const putCustomField = (
  field: CustomField,
  keyTaken: (current: Item | undefined) => Error,
): Change[] => [
  { put: reservation(field), if: 'absent', onConditionFailed: keyTaken },
  { put: customFieldItem(field), if: 'absent' },
  ...names.claim(field, customFieldNameTaken(field)),
  ruleChange(field),
];

/** Changes that replace a field with its next version. */
export const replaceCustomField = (
  field: CustomField,
  previous: CustomField,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  {
    put: customFieldItem(field),
    if: { equals: { updatedAt: previous.updatedAt } },
    onConditionFailed: stale,
  },
  { put: reservation(field) },
  ...names.move(field, previous, customFieldNameTaken(field)),
  ruleChange(field),
];

/** Changes that delete a field of a deleted team. */
export function deleteCustomFieldChanges(item: Item): Change[] {
  const field = toCustomField(item);
  return [
    { delete: { pk: item.pk, sk: item.sk } },
    { delete: reservedKey(field) },
    ...names.release(field),
    setStoryFieldRule(field.workspaceId, field.key, undefined),
  ];
}
