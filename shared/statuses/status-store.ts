import { defineDocument } from '../db/document.ts';
import { entityKey } from '../db/table.ts';
import { statusSchema, type Status } from './status.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';
import type { StatusCategory, StatusReference } from '../core/status-category.ts';

const document = defineDocument<Status>(statusSchema.keyof().options);

const statusKey = (id: string): Key => entityKey(`ST#${id}`);

/** Names are unique within a team, or among objective statuses, ignoring case. */
const nameKey = ({ workspaceId, teamId, name }: Status): Key =>
  entityKey(`G#status#${teamId ?? workspaceId}#${name.toLowerCase()}`);

/** The unique-name key of an active status. Archived statuses release theirs. */
const uniqueName = (status: Status): Key | undefined =>
  status.archivedAt === null ? nameKey(status) : undefined;

/** Archived statuses have their own list partitions. */
const partition = (name: string, archived: boolean): string => (archived ? `${name}X` : name);

export const statusesOf = (teamId: string, archived = false) => partition(`T#${teamId}#ST`, archived);
export const objectiveStatusesOf = (workspaceId: string, archived = false) =>
  partition(`W#${workspaceId}#ST`, archived);
export const statusSortKey = (id: string): string => statusKey(id).pk;
export const statusIdOf = ({ pk }: Item): string => pk.slice('ST#'.length);

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

export const toStatusJson = (item: Item) => document.json(item);
export const toStatus = (item: Item) => document.read(item);

function statusItem(status: Status): Item {
  const { id, workspaceId, teamId, category, updatedAt } = status;
  const archived = status.archivedAt !== null;
  return {
    ...statusKey(id),
    ...document.write(status),
    inList: teamId ? statusesOf(teamId, archived) : objectiveStatusesOf(workspaceId, archived),
    category,
    updatedAt,
    ...(teamId ? { teamId } : {}),
    ...(archived ? { archived } : {}),
  };
}

export const putStatus = (status: Status): Change => ({ put: statusItem(status), if: 'absent' });

/** Reserves a status's name. Throws `nameTaken` if another active status has it. */
export const claimStatusName = (status: Status, nameTaken: () => Error): Change => ({
  put: { ...nameKey(status), statusId: status.id },
  if: 'absent',
  onConditionFailed: nameTaken,
});

/** Changes that delete a status of a deleted team, including its unique name. */
export const deleteStatusChanges = (item: Item): Change[] => [
  { delete: { pk: item.pk, sk: item.sk } },
  { delete: nameKey(toStatus(item)) },
];

/** Changes that replace a status with its next version. */
export const replaceStatus = (
  status: Status,
  previous: Status,
  nameTaken: () => Error,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  { put: statusItem(status), if: { equals: { updatedAt: previous.updatedAt } }, onConditionFailed: stale },
  ...moveName(status, previous, nameTaken),
];

function moveName(status: Status, previous: Status, nameTaken: () => Error): Change[] {
  const [from, to] = [uniqueName(previous), uniqueName(status)];
  if (from?.pk === to?.pk) return [];
  return [...(to ? [claimStatusName(status, nameTaken)] : []), ...(from ? [{ delete: from }] : [])];
}
