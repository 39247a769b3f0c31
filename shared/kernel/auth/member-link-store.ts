import type { Key, Reader, Change } from '../core/database.ts';
import { userPartition } from './user-kind.ts';

/** The member id of a user in a workspace. It never changes, so a returning member gets the same id. */
export interface MemberLink {
  workspaceId: string;
  memberId: string;
}

const PREFIX = 'W#';

const linkKey = (userId: string, workspaceId: string): Key => ({
  pk: userPartition(userId),
  sk: `${PREFIX}${workspaceId}`,
});

/**
 * Returns the current or former member id of a user in a workspace; does not say whether they are a member
 * now.
 */
export async function getMemberId(
  read: Reader,
  userId: string,
  workspaceId: string,
): Promise<string | undefined> {
  return (await read.get(linkKey(userId, workspaceId)))?.['memberId'] as string | undefined;
}

/** Number of links cached per sandbox; the oldest is evicted first. */
const REMEMBERED_MAX = 10_000;
const remembered = new Map<string, string>();

/**
 * Like getMemberId, but cached per sandbox, since links never change. For entry points that know only the
 * user; rights are read from the membership with every request.
 */
export async function findMemberId(
  read: Reader,
  userId: string,
  workspaceId: string,
): Promise<string | undefined> {
  const place = `${userId} ${workspaceId}`;
  const known = remembered.get(place);
  if (known !== undefined) return known;
  const memberId = await getMemberId(read, userId, workspaceId);
  if (memberId === undefined) return undefined;
  if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!);
  remembered.set(place, memberId);
  return memberId;
}

/** All member links of a user, newest workspace first. Strongly consistent. */
export async function listMemberLinks(read: Reader, userId: string): Promise<MemberLink[]> {
  const items = await read.children(userPartition(userId), PREFIX);
  return items.map(({ sk, memberId }) => ({
    workspaceId: sk.slice(PREFIX.length),
    memberId: memberId as string,
  }));
}

/** Creates the link of a user who is new to the workspace. */
export const putMemberLink = (
  userId: string,
  { workspaceId, memberId }: MemberLink,
  writeConflict: () => Error,
): Change => ({
  put: { ...linkKey(userId, workspaceId), memberId },
  if: 'absent',
  onConditionFailed: writeConflict,
});
