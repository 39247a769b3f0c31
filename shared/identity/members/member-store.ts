import { notFound } from '../../kernel/core/errors.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { gsi6, inIndex } from '../../kernel/db/table.ts';
import { idToBytes } from '../../kernel/core/id.ts';
import { countMembers, teamKind } from '../team/team-store.ts';
import { countAdmins } from '../workspaces/workspace-store.ts';
import { memberSchema, type Member } from './member.ts';
import type { MemberLink } from '../../kernel/auth/member-link-store.ts';
import type { Key, Item, Reader, Change, Check } from '../../kernel/core/database.ts';
import { membershipKey, type Membership, userIdOf, joinedTeams } from '../../kernel/auth/membership-store.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';

export const memberDocument = defineDocument(memberSchema);

/** The record of a removed member or service account, so that its id can still be resolved. */
export const formerKey = (workspaceId: string, principalId: string): Key => ({
  pk: membershipKey(workspaceId, principalId).pk,
  sk: 'FORMER',
});

export const membersOf = (workspaceId: string): string => `W#${workspaceId}#M`;

/** Whether a mail reminds a member who has not accepted. */
export const isMailedInvitation = (item: Item): boolean => {
  const { email, acceptedAt } = toMember(item);
  return email !== null && acceptedAt === null && item['notMailed'] === undefined;
};

const teamMemberKey = (teamId: string, principalId: string): Key => ({
  pk: teamKind.key(teamId).pk,
  sk: `M#${principalId}`,
});

export const getFormerItem = (read: Reader, workspaceId: string, principalId: string) =>
  read.get(formerKey(workspaceId, principalId));

const memberIndexes = { byUser: gsi6 } as const;

export const isMemberItem = (item: Item | undefined): item is Item => item?.['role'] !== undefined;

export const toMember = (item: Item) => memberDocument.read(item);
export const memberIdOf = (item: Item): string => item.pk.slice(item.pk.lastIndexOf('#') + 1);

/** Returns up to `limit` accepted memberships of a user, newest workspace first. Eventually consistent. */
export async function findMemberships(
  read: Reader,
  userId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<MemberLink[]> {
  const keys = await read.query({
    index: memberIndexes.byUser,
    partition: userPartition(userId),
    limit,
    ...(after === undefined ? {} : { before: membershipKey(after, '').pk }),
  });
  return keys.map(({ pk }) => {
    const [, workspaceId, memberId] = pk.split('#') as [string, string, string];
    return { workspaceId, memberId };
  });
}

/** Reads members by id, in the order of the ids; undefined for ids that are not members. */
export const getMemberItems = (read: Reader, workspaceId: string, userIds: readonly string[]) =>
  read.getMany(userIds.map((id) => membershipKey(workspaceId, id)));

/** Returns the ids of all principals in a team, newest first. */
export async function listTeamMemberIds(read: Reader, teamId: string): Promise<string[]> {
  const items = await read.children(`T#${teamId}`, 'M#');
  return items.map(({ sk }) => sk.slice('M#'.length));
}

/** Returns the ids of up to `limit` members of a team. Eventually consistent. */
export async function findTeamMemberIds(read: Reader, teamId: string, limit: number): Promise<string[]> {
  const { pk, sk: from } = teamMemberKey(teamId, '');
  const items = await read.range({ pk, from, to: `${from}~`, limit });
  return items.map(({ sk }) => sk.slice(from.length));
}

/** Attributes derived from a member's document; the teams stored next to it are not affected. */
const attributesOf = (member: Member, userId: string | undefined) => ({
  ...memberDocument.write(member),
  role: member.role,
  updatedAt: member.updatedAt,
  ...(member.acceptedAt === null || userId === undefined
    ? {}
    : { acceptedAt: member.acceptedAt, ...inIndex(memberIndexes.byUser, userPartition(userId)) }),
});

/**
 * Changes that create or restore a member, of a user if one is known. One who has to accept is invited by mail, unless
 * `mailed` is false.
 */
export const putMember = (
  member: Member,
  userId: string | undefined,
  alreadyMember: () => Error,
  { mailed = true }: { mailed?: boolean } = {},
): Change[] => [
  {
    put: {
      ...membershipKey(member.workspaceId, member.id),
      ...attributesOf(member, userId),
      ...(userId === undefined ? {} : { userId }),
      ...(mailed ? {} : { notMailed: true }),
      inList: membersOf(member.workspaceId),
      since: member.createdAt,
    },
    if: 'absent',
    onConditionFailed: alreadyMember,
  },
  { delete: formerKey(member.workspaceId, member.id) },
  ...countAdmin(member.workspaceId, undefined, member),
];

/**
 * Changes that update a member's name, role or acceptance; their teams are not affected. With `lastAdmin`,
 * throws it if no admin would remain.
 */
export const replaceMember = (
  member: Member,
  previous: Item,
  stale: (current: Item | undefined) => Error,
  lastAdmin?: () => Error,
): Change[] => [
  {
    update: membershipKey(member.workspaceId, member.id),
    with: { set: attributesOf(member, userIdOf(previous)) },
    if: { equals: { updatedAt: toMember(previous).updatedAt } },
    onConditionFailed: stale,
  },
  ...countAdmin(member.workspaceId, toMember(previous), member, lastAdmin),
];

type Standing = Pick<Member, 'role' | 'acceptedAt'>;

/**
 * Whether a member counts towards the required last admin. One who has not accepted does not, because they
 * can still decline.
 */
export const countsAsAdmin = ({ role, acceptedAt }: Standing): boolean =>
  role === 'admin' && acceptedAt !== null;

function countAdmin(
  workspaceId: string,
  from: Standing | undefined,
  to: Standing | undefined,
  lastAdmin?: () => Error,
): Change[] {
  const [before, after] = [from, to].map((standing) => standing !== undefined && countsAsAdmin(standing));
  return before === after ? [] : [countAdmins(workspaceId, after ? 1 : -1, lastAdmin)];
}

/** Condition that a membership is the one that was read, with the same role. */
export const membershipIs = (
  { workspaceId, memberId }: MemberLink,
  { since, role }: Membership,
  writeConflict: () => Error,
): Check => ({
  check: membershipKey(workspaceId, memberId),
  if: { equals: { since, role } },
  onConditionFailed: writeConflict,
});

/** Changes that add a principal to a team and increment its member count, once. */
export const joinTeamChanges = (
  { workspaceId, teamId, principalId }: { workspaceId: string; teamId: string; principalId: string },
  joinedAt: Date,
  alreadyIn: () => Error,
): Change[] => [
  {
    put: { ...teamMemberKey(teamId, principalId), joinedAt: joinedAt.toISOString() },
    if: 'absent',
    onConditionFailed: alreadyIn,
  },
  {
    update: membershipKey(workspaceId, principalId),
    with: { add: { teamIds: new Set([idToBytes(teamId)]) } },
    if: 'present',
    onConditionFailed: alreadyIn,
  },
];

/** Changes that remove a principal from a team. */
export const leaveTeamChanges = (
  { workspaceId, teamId, principalId }: { workspaceId: string; teamId: string; principalId: string },
  notIn: () => Error,
): Change[] => [
  { delete: teamMemberKey(teamId, principalId), if: 'present', onConditionFailed: notIn },
  {
    update: membershipKey(workspaceId, principalId),
    with: { delete: { teamIds: new Set([idToBytes(teamId)]) } },
  },
];

/** Maximum number of teams a principal can leave in one transaction; DynamoDB allows 100 changes. */
export const TEAMS_PER_TRANSACTION = 40;

/** Changes that remove a member from several teams and decrement their member counts. */
export const leaveTeamsChanges = (
  { workspaceId, principalId }: { workspaceId: string; principalId: string },
  teamIds: readonly string[],
  writeConflict: () => Error,
): Change[] => [
  ...leaveAll(principalId, teamIds, writeConflict),
  {
    update: membershipKey(workspaceId, principalId),
    with: { delete: { teamIds: new Set(teamIds.map(idToBytes)) } },
    if: 'present',
    onConditionFailed: writeConflict,
  },
];

const leaveAll = (principalId: string, teamIds: readonly string[], writeConflict: () => Error): Change[] =>
  teamIds.flatMap((teamId): Change[] => [
    { delete: teamMemberKey(teamId, principalId), if: 'present', onConditionFailed: writeConflict },
    countMembers(teamId, -1, writeConflict),
  ]);

/** Links a member without a user to one, together with the member's other new values. */
export const giveMemberTo = (
  userId: string,
  member: Member,
  previous: Item,
  stale: (current: Item | undefined) => Error,
): Change => ({
  update: membershipKey(member.workspaceId, member.id),
  with: { set: { ...attributesOf(member, userId), userId } },
  if: { equals: { updatedAt: toMember(previous).updatedAt, userId: undefined } },
  onConditionFailed: stale,
});

/**
 * Changes that remove a member, provided that it is unchanged and in at most TEAMS_PER_TRANSACTION teams.
 * Their credentials are permanently revoked with the membership. With `lastAdmin`, throws it if no admin
 * would remain.
 */
export const removeMembership = (
  item: Item,
  removedAt: Date,
  writeConflict: () => Error,
  lastAdmin?: () => Error,
): Change[] => {
  const member = toMember(item);
  const { workspaceId, id, updatedAt, role } = member;
  const userId = userIdOf(item);
  const former = { ...member, removedAt: removedAt.toISOString() };
  return [
    {
      delete: membershipKey(workspaceId, id),
      if: { equals: { updatedAt, teamIds: item['teamIds'] } },
      onConditionFailed: writeConflict,
    },
    {
      put: {
        ...formerKey(workspaceId, id),
        ...memberDocument.write(former),
        role,
        ...(userId === undefined ? {} : { userId }),
      },
    },
    ...leaveAll(id, [...joinedTeams(item)], writeConflict),
    ...countAdmin(workspaceId, member, undefined, lastAdmin),
  ];
};

/** Returns the member; throws a 404 if the id is not a member's, such as a service account's. */
export function memberOrThrow(item: Item | undefined): Item {
  if (!isMemberItem(item)) throw notFound('member');
  return item;
}
