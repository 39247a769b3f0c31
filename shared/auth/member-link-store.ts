import type { Key, Reader, Change } from '../core/database.ts';

/** Which member of a workspace a user is, or was. It never changes, so that who comes back is who they were. */
export interface MemberLink {
  workspaceId: string;
  memberId: string;
}

const PREFIX = 'W#';

const linkKey = (userId: string, workspaceId: string): Key => ({
  pk: `U#${userId}`,
  sk: `${PREFIX}${workspaceId}`,
});

/** The id that a user has, or had, as a member of a workspace; says nothing of whether they are one now. */
export async function getMemberId(
  read: Reader,
  userId: string,
  workspaceId: string,
): Promise<string | undefined> {
  return (await read.get(linkKey(userId, workspaceId)))?.['memberId'] as string | undefined;
}

/** How many links a sandbox remembers; the one that it has known longest goes first. */
const MAX_REMEMBERED = 10_000;
const remembered = new Map<string, string>();

/**
 * As getMemberId, and reads a link once per sandbox, since it never changes. For doors that know only the user:
 * what the member may do is read from the membership, with every request.
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
  if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
  remembered.set(place, memberId);
  return memberId;
}

/** Every link of a user, the newest workspace first, consistent. */
export async function listMemberLinks(read: Reader, userId: string): Promise<MemberLink[]> {
  const items = await read.children(`U#${userId}`, PREFIX);
  return items.map(({ sk, memberId }) => ({
    workspaceId: sk.slice(PREFIX.length),
    memberId: memberId as string,
  }));
}

/** Keeps the link of a user who was never in the workspace. */
export const putMemberLink = (
  userId: string,
  { workspaceId, memberId }: MemberLink,
  writeConflict: () => Error,
): Change => ({
  put: { ...linkKey(userId, workspaceId), memberId },
  if: 'absent',
  onConditionFailed: writeConflict,
});
