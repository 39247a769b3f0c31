import { defineDocument } from '../db/document.ts';
import type { Reader } from '../db/reader.ts';
import { entityKey, type Item, type Key } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { statusSchema, type Status, type StatusCategory } from './status.ts';

const document = defineDocument<Status>(statusSchema.keyof().options);

const statusKey = (id: string): Key => entityKey(`ST#${id}`);

export const statusesOf = (teamId: string): string => `T#${teamId}#ST`;
export const statusSortKey = (id: string): string => statusKey(id).pk;
export const statusIdOf = ({ pk }: Item): string => pk.slice('ST#'.length);

/** What a story needs to know of a status. */
export interface StatusReference {
  id: string;
  teamId: string;
  category: StatusCategory;
}

export async function getStatusReference(read: Reader, id: string): Promise<StatusReference | undefined> {
  const item = await read.get(statusKey(id));
  return item && { id, teamId: item['teamId'] as string, category: item['category'] as StatusCategory };
}

export const toStatusJson = (item: Item) => document.json(item);
export const toStatus = (item: Item) => document.read(item);

export const putStatus = (status: Status): Change => ({
  put: {
    ...statusKey(status.id),
    ...document.write(status),
    inList: statusesOf(status.teamId),
    teamId: status.teamId,
    category: status.category,
    updatedAt: status.updatedAt,
  },
  if: 'absent',
});
