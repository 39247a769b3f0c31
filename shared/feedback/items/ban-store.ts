import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { bannedVisitorSchema, type BannedVisitor } from './banned-visitor.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';

export const banDocument = defineDocument(bannedVisitorSchema);

const kind = itemKind('VB#', 'workspace');

/** The list partition of a workspace's bans. */
export const bansOf = (workspaceId: string): string => `W#${workspaceId}#VB`;
export const banSortKey = (visitorId: string): string => kind.key(visitorId).pk;
export const bannedIdOf = kind.idOf;

/** Stored with the person, so that one read with the others of a post finds it. */
const markKey = (userId: string, workspaceId: string): Key => ({
  pk: userPartition(userId),
  sk: `${MARK}${workspaceId}`,
});
const MARK = 'VB#';

/** Whether an item in a person's partition says that they are banned; it outlives their account. */
export const isBanMark = ({ sk }: Key): boolean => sk.startsWith(MARK);

/** The item of a ban by the visitor's id, the authorId of their posts; undefined if they are not banned. */
export const getBan = (read: Reader, visitorId: string) => read.get(kind.key(visitorId));
export const toBan = (item: Item): BannedVisitor => banDocument.read(item);

/** Thrown when a banned visitor posts or votes. */
export class VisitorBanned extends Error {
  override name = 'VisitorBanned';
}

/** Throws VisitorBanned if the person is banned from the workspace's portals. */
export async function assertNotBanned(read: Reader, userId: string, workspaceId: string): Promise<void> {
  if (await read.get(markKey(userId, workspaceId))) throw new VisitorBanned('The visitor is banned.');
}

/** Changes that ban a person from a workspace's portals. They throw `onDuplicate` if the person is banned already. */
export const putBan = (ban: BannedVisitor, userId: string, onDuplicate: () => Error): Change[] => [
  {
    put: { ...kind.key(ban.id), ...banDocument.write(ban), inList: bansOf(ban.workspaceId), userId },
    if: 'absent',
    onConditionFailed: onDuplicate,
  },
  { put: { ...markKey(userId, ban.workspaceId) } },
];

/** Changes that delete a ban as it was read. */
export const deleteBan = (item: Item, gone: () => Error): Change[] => [
  { delete: { pk: item.pk, sk: item.sk }, if: 'present', onConditionFailed: gone },
  { delete: markKey(item['userId'] as string, toBan(item).workspaceId) },
];
