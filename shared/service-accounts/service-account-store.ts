import { defineDocument } from '../db/document.ts';
import { idToBytes } from '../core/id.ts';
import { formerKey, getFormerItem, isMemberItem } from '../members/member-store.ts';
import { countServiceAccounts } from '../teams/team-store.ts';
import { storedServiceAccountSchema, type ServiceAccount } from './service-account.ts';
import type { Item, Reader, Change } from '../core/database.ts';
import { membershipKey, getMemberItem, joinedTeams } from '../auth/membership-store.ts';

const document = defineDocument<ServiceAccount>(storedServiceAccountSchema.keyof().options);

export const serviceAccountsOf = (workspaceId: string): string => `W#${workspaceId}#SA`;

export async function getServiceAccountItem(
  read: Reader,
  workspaceId: string,
  id: string,
): Promise<Item | undefined> {
  const item = await getMemberItem(read, workspaceId, id);
  return isMemberItem(item) ? undefined : item;
}

/** What is left of a service account that was deleted. */
export async function getFormerServiceAccountItem(
  read: Reader,
  workspaceId: string,
  id: string,
): Promise<Item | undefined> {
  const item = await getFormerItem(read, workspaceId, id);
  return isMemberItem(item) ? undefined : item;
}

/** The service accounts of a workspace, newest first. */
export const listServiceAccountItems = (read: Reader, workspaceId: string) =>
  read.query({ index: 'list', partition: serviceAccountsOf(workspaceId), limit: 1_000 });

export const toServiceAccount = (item: Item) => document.read(item);

/** A service account stands where a member's membership would, without a role. Its teams count it. */
export const putServiceAccount = (
  account: ServiceAccount,
  teamIds: readonly string[],
  teamGone: () => Error,
): Change[] => [
  {
    put: {
      ...membershipKey(account.workspaceId, account.id),
      ...document.write(account),
      inList: serviceAccountsOf(account.workspaceId),
      since: account.createdAt,
      updatedAt: account.updatedAt,
      ...(teamIds.length > 0 ? { teamIds: new Set(teamIds.map(idToBytes)) } : {}),
    },
    if: 'absent',
  },
  ...teamIds.map((teamId) => countServiceAccounts(teamId, 1, teamGone)),
];

/** The change of a service account's name; its teams stay. */
export const updateServiceAccount = (
  account: ServiceAccount,
  previous: ServiceAccount,
  stale: (current: Item | undefined) => Error,
): Change => ({
  update: membershipKey(account.workspaceId, account.id),
  with: { set: { ...document.write(account), updatedAt: account.updatedAt } },
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** The changes that give a service account a team that it has not, or take one that it has. */
export const changeServiceAccountTeam = (
  { workspaceId, id }: Pick<ServiceAccount, 'workspaceId' | 'id'>,
  teamId: string,
  change: 'add' | 'delete',
  writeConflict: () => Error,
): Change[] => {
  const held = { attribute: 'teamIds', value: idToBytes(teamId) };
  return [
    {
      update: membershipKey(workspaceId, id),
      with: { [change]: { teamIds: new Set([idToBytes(teamId)]) } },
      if: change === 'add' ? { lacks: held } : { holds: held },
      onConditionFailed: writeConflict,
    },
    countServiceAccounts(teamId, change === 'add' ? 1 : -1, writeConflict),
  ];
};

/** The changes that delete a service account as it was read, in at most TEAMS_PER_TRANSACTION teams; its keys end with it. */
export function deleteServiceAccountItem(
  item: Item,
  deletedAt: string,
  writeConflict: () => Error,
): Change[] {
  const account = toServiceAccount(item);
  const { workspaceId, id, updatedAt } = account;
  return [
    {
      delete: membershipKey(workspaceId, id),
      if: { equals: { updatedAt, teamIds: item['teamIds'] } },
      onConditionFailed: writeConflict,
    },
    { put: { ...formerKey(workspaceId, id), ...document.write({ ...account, deletedAt }) } },
    ...[...joinedTeams(item)].map((teamId) => countServiceAccounts(teamId, -1, writeConflict)),
  ];
}
