import { createHash } from 'node:crypto';
import type { Role } from '../auth/caller.ts';
import { defineDocument } from '../db/document.ts';
import type { Reader } from '../db/reader.ts';
import { entityKey, type Item, type Key } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { idFromBytes, idToBytes } from '../lib/id.ts';
import { memberSchema, type Member } from './member.ts';

const document = defineDocument<Member>(memberSchema.keyof().options);

/** A principal's place in a workspace: a member or a service account, and the teams it is in now. */
export const membershipKey = (workspaceId: string, principalId: string): Key =>
  entityKey(`M#${workspaceId}#${principalId}`);

export const membersOf = (workspaceId: string): string => `W#${workspaceId}#M`;

const teamMemberKey = (teamId: string, principalId: string): Key => ({
  pk: `T#${teamId}`,
  sk: `M#${principalId}`,
});
const emailKey = (email: string): Key =>
  entityKey(`G#mail#${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`);

/** What authority is decided from. */
export interface Membership {
  /** Null for a service account. */
  role: Role | null;
  teamIds: ReadonlySet<string>;
}

export const getMemberItem = (read: Reader, workspaceId: string, principalId: string) =>
  read.get(membershipKey(workspaceId, principalId));

export async function getMembership(
  read: Reader,
  workspaceId: string,
  principalId: string,
): Promise<Membership | undefined> {
  const item = await getMemberItem(read, workspaceId, principalId);
  return item && { role: (item['role'] as Role | undefined) ?? null, teamIds: joinedTeams(item) };
}

/** The teams in a membership item. They are kept as a set of 16-byte ids, a third of their size as text. */
export function joinedTeams(item: Item): ReadonlySet<string> {
  const ids = (item['teamIds'] as Set<Uint8Array> | undefined) ?? [];
  return new Set([...ids].map(idFromBytes));
}

export const isMemberItem = (item: Item | undefined): item is Item => item?.['role'] !== undefined;

export const toMemberJson = (item: Item) => document.json(item);
export const toMember = (item: Item) => document.read(item);
export const memberIdOf = (item: Item): string => item.pk.slice(item.pk.lastIndexOf('#') + 1);

/** The items of a workspace's members, newest first; for its operator only. */
export const listMemberItems = (read: Reader, workspaceId: string) =>
  read.query({ index: 'list', partition: membersOf(workspaceId), limit: 10_000 });

/** Members by id, in the order of the ids; missing where one is not a member. */
export const getMemberItems = (read: Reader, workspaceId: string, userIds: readonly string[]) =>
  read.getMany(userIds.map((id) => membershipKey(workspaceId, id)));

/** The ids of all principals in a team, newest first. */
export async function listTeamMemberIds(read: Reader, teamId: string): Promise<string[]> {
  const items = await read.children(`T#${teamId}`, 'M#');
  return items.map(({ sk }) => sk.slice('M#'.length));
}

/** The id of the user with an e-mail address, in any workspace, or undefined. */
export async function findUserId(read: Reader, email: string): Promise<string | undefined> {
  return (await read.get(emailKey(email)))?.['userId'] as string | undefined;
}

/** The changes that make a user known by an e-mail address. */
export const putUser = (
  user: { id: string; name: string; email: string },
  raceLost: () => Error,
): Change[] => [
  { put: { ...emailKey(user.email), userId: user.id }, if: 'absent', otherwise: raceLost },
  { put: { ...entityKey(`U#${user.id}`), name: user.name, email: user.email }, if: 'absent' },
];

export const putMember = (member: Member, alreadyMember: () => Error): Change => ({
  put: {
    ...membershipKey(member.workspaceId, member.id),
    ...document.write(member),
    inList: membersOf(member.workspaceId),
    role: member.role,
    updatedAt: member.updatedAt,
  },
  if: 'absent',
  otherwise: alreadyMember,
});

/** The change of a member's name or role; the teams they are in stay as they are. */
export const updateMember = (member: Member, previous: Member, raceLost: () => Error): Change => ({
  update: membershipKey(member.workspaceId, member.id),
  with: { set: { ...document.write(member), role: member.role, updatedAt: member.updatedAt } },
  if: { equals: { updatedAt: previous.updatedAt } },
  otherwise: raceLost,
});

/** The changes that put a principal into a team and count it there, once. */
export const joinTeamChanges = (
  { workspaceId, teamId, principalId }: { workspaceId: string; teamId: string; principalId: string },
  joinedAt: Date,
  alreadyIn: () => Error,
): Change[] => [
  {
    put: { ...teamMemberKey(teamId, principalId), joinedAt: joinedAt.toISOString() },
    if: 'absent',
    otherwise: alreadyIn,
  },
  {
    update: membershipKey(workspaceId, principalId),
    with: { add: { teamIds: new Set([idToBytes(teamId)]) } },
    if: 'present',
  },
];

/** The changes that take a principal out of a team. */
export const leaveTeamChanges = (
  { workspaceId, teamId, principalId }: { workspaceId: string; teamId: string; principalId: string },
  notIn: () => Error,
): Change[] => [
  { delete: teamMemberKey(teamId, principalId), if: 'present', otherwise: notIn },
  {
    update: membershipKey(workspaceId, principalId),
    with: { delete: { teamIds: new Set([idToBytes(teamId)]) } },
  },
];

export const deleteMembership = (
  workspaceId: string,
  principalId: string,
  notThere: () => Error,
): Change => ({
  delete: membershipKey(workspaceId, principalId),
  if: 'present',
  otherwise: notThere,
});
