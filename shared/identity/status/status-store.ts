import { defineDocument } from '../../kernel/db/document.ts';
import { gsi2, itemKind } from '../../kernel/db/table.ts';
import { uniqueNames } from '../../kernel/db/unique-names.ts';
import { storedStatusSchema, type Status, type StoredStatus } from './status.ts';
import type { Item, Reader, Change } from '../../kernel/core/database.ts';
import type { StatusCategory, StatusReference } from '../../kernel/core/status-category.ts';

export const statusDocument = defineDocument(storedStatusSchema);

/** Identifies these items in the table's stream. */
export const statusKind = itemKind('ST#', 'team');
const statusKey = statusKind.key;

/** Names are unique within a team, or among objective statuses. Archived statuses release theirs. */
const names = uniqueNames<StoredStatus>(
  itemKind('G#status#', 'release'),
  ({ workspaceId, teamId, archivedAt }) => (archivedAt === null ? (teamId ?? workspaceId) : undefined),
);

/** Archived statuses have their own list partitions. */
const partition = (name: string, archived: boolean): string => (archived ? `${name}X` : name);

export const statusesOf = (teamId: string, archived = false) => partition(`T#${teamId}#ST`, archived);
export const objectiveStatusesOf = (workspaceId: string, archived = false) =>
  partition(`W#${workspaceId}#ST`, archived);
/** Finds what has a status. */
export const statusIndex = gsi2;
/** The partition of the stories, or of the objectives that are not archived, that have a status. */
export const statusPartition = (id: string, archived = false) => partition(statusKey(id).pk, archived);
/** The partition of the stories in triage that have a status. */
export const statusTriagePartition = (id: string) => `${statusKey(id).pk}#T`;
export const statusSortKey = (id: string): string => statusKey(id).pk;
export const statusIdOf = statusKind.idOf;

export const getStatusItem = (read: Reader, id: string) => read.get(statusKey(id));

export async function getStatusReference(read: Reader, id: string): Promise<StatusReference | undefined> {
  const item = await read.get(statusKey(id));
  return item && toStatusReference(item);
}

/** Returns one of the workspace's objective statuses, or undefined if the id is not one. */
export async function getObjectiveStatus(
  read: Reader,
  workspaceId: string,
  id: string,
): Promise<StatusReference | undefined> {
  const item = await read.get(statusKey(id));
  const fits = item && item['teamId'] === undefined && toStatus(item).workspaceId === workspaceId;
  return fits ? toStatusReference(item) : undefined;
}

const toStatusReference = (item: Item): StatusReference => ({
  id: statusIdOf(item),
  teamId: (item['teamId'] as string | undefined) ?? null,
  category: item['category'] as StatusCategory,
  archived: item['archived'] === true,
});

/** A status as the API shows it; what it applies to follows from whose it is. */
export const toStatus = (item: Item): Status => ({
  ...statusDocument.read(item),
  appliesTo: appliesToOf(item),
});

const appliesToOf = (item: Item): Status['appliesTo'] =>
  item['teamId'] === undefined ? 'objective' : 'story';

function statusItem(status: StoredStatus): Item {
  const { id, workspaceId, teamId, category, updatedAt } = status;
  const archived = status.archivedAt !== null;
  return {
    ...statusKey(id),
    ...statusDocument.write(status),
    inList: teamId ? statusesOf(teamId, archived) : objectiveStatusesOf(workspaceId, archived),
    category,
    updatedAt,
    ...(teamId ? { teamId } : {}),
    ...(archived ? { archived } : {}),
  };
}

export const putStatus = (status: StoredStatus): Change => ({ put: statusItem(status), if: 'absent' });

/** Reserves a status's name. Throws `nameTaken` if another active status has it. */
export const claimStatusName = (status: StoredStatus, nameTaken: () => Error): Change[] =>
  names.claim(status, nameTaken);

/** Changes that delete a status of a deleted team, including its unique name. */
export const deleteStatusChanges = (item: Item): Change[] => [
  { delete: { pk: item.pk, sk: item.sk } },
  ...names.release(toStatus(item)),
];

/** Changes that replace a status with its next version. */
export const replaceStatus = (
  status: Status,
  previous: Status,
  nameTaken: () => Error,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  { put: statusItem(status), if: { equals: { updatedAt: previous.updatedAt } }, onConditionFailed: stale },
  ...names.move(status, previous, nameTaken),
];
