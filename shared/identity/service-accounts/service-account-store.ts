import { defineDocument } from '../../kernel/db/document.ts';
import { idToBytes } from '../../kernel/core/id.ts';
import { formerKey, getFormerItem, isMemberItem } from '../members/member-store.ts';
import { countServiceAccounts } from '../teams/team-store.ts';
import { storedServiceAccountSchema, type ServiceAccount } from './service-account.ts';
import type { Item, Reader, Change } from '../../kernel/core/database.ts';
import { membershipKey, getMemberItem, joinedTeams } from '../../kernel/auth/membership-store.ts';

export const serviceAccountDocument = defineDocument(storedServiceAccountSchema);

export const serviceAccountsOf = (workspaceId: string): string => `W#${workspaceId}#SA`;

export async function getServiceAccountItem(
  read: Reader,
  workspaceId: string,
  id: string,
): Promise<Item | undefined> {
  const item = await getMemberItem(read, workspaceId, id);
  return isMemberItem(item) ? undefined : item;
}

/** The record of a deleted service account. */
export async function getFormerServiceAccountItem(
  read: Reader,
  workspaceId: string,
  id: string,
): Promise<Item | undefined> {
  const item = await getFormerItem(read, workspaceId, id);
  return isMemberItem(item) ? undefined : item;
}

export const toServiceAccount = (item: Item) => serviceAccountDocument.read(item);

/** Stores a service account as a membership without a role. Each team counts its service accounts. */
export const putServiceAccount = (
  account: ServiceAccount,
  teamIds: readonly string[],
  teamGone: () => Error,
): Change[] => [
  {
    put: {
      ...membershipKey(account.workspaceId, account.id),
      ...serviceAccountDocument.write(account),
      inList: serviceAccountsOf(account.workspaceId),
      since: account.createdAt,
      updatedAt: account.updatedAt,
      ...(teamIds.length > 0 ? { teamIds: new Set(teamIds.map(idToBytes)) } : {}),
    },
    if: 'absent',
  },
  ...teamIds.map((teamId) => countServiceAccounts(teamId, 1, teamGone)),
];

/** Changes a service account's name; its teams are not affected. */
export const replaceServiceAccount = (
  account: ServiceAccount,
  previous: ServiceAccount,
  stale: (current: Item | undefined) => Error,
): Change => ({
  update: membershipKey(account.workspaceId, account.id),
  with: { set: { ...serviceAccountDocument.write(account), updatedAt: account.updatedAt } },
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** Changes that add a service account to a team or remove it from one. */
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

/**
 * Changes that delete a service account, provided that it is unchanged and in at most TEAMS_PER_TRANSACTION
 * teams. Its keys stop working with it.
 */
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
    { put: { ...formerKey(workspaceId, id), ...serviceAccountDocument.write({ ...account, deletedAt }) } },
    ...[...joinedTeams(item)].map((teamId) => countServiceAccounts(teamId, -1, writeConflict)),
  ];
}
