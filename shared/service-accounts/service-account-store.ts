import { defineDocument } from '../db/document.ts';
import type { Reader } from '../db/reader.ts';
import type { Item } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { idToBytes } from '../lib/id.ts';
import { getMemberItem, isMemberItem, membershipKey } from '../members/member-store.ts';
import { serviceAccountSchema, type ServiceAccount } from './service-account.ts';

const document = defineDocument<ServiceAccount>(serviceAccountSchema.keyof().options);

const serviceAccountsOf = (workspaceId: string): string => `W#${workspaceId}#SA`;

export async function getServiceAccountItem(
  read: Reader,
  workspaceId: string,
  id: string,
): Promise<Item | undefined> {
  const item = await getMemberItem(read, workspaceId, id);
  return isMemberItem(item) ? undefined : item;
}

/** The service accounts of a workspace, newest first. */
export const listServiceAccountItems = (read: Reader, workspaceId: string) =>
  read.query({ index: 'list', partition: serviceAccountsOf(workspaceId), limit: 1_000 });

export const toServiceAccount = (item: Item) => document.read(item);

/** A service account stands where a member's membership would, without a role. */
export const putServiceAccount = (account: ServiceAccount, teamIds: readonly string[]): Change => ({
  put: {
    ...membershipKey(account.workspaceId, account.id),
    ...document.write(account),
    inList: serviceAccountsOf(account.workspaceId),
    updatedAt: account.updatedAt,
    ...(teamIds.length > 0 ? { teamIds: new Set(teamIds.map(idToBytes)) } : {}),
  },
  if: 'absent',
});

/** The change of a service account's name; its teams stay. */
export const updateServiceAccount = (
  account: ServiceAccount,
  previous: ServiceAccount,
  raceLost: () => Error,
): Change => ({
  update: membershipKey(account.workspaceId, account.id),
  with: { set: { ...document.write(account), updatedAt: account.updatedAt } },
  if: { equals: { updatedAt: previous.updatedAt } },
  otherwise: raceLost,
});

/** Gives a service account a team, or takes one from it. */
export const changeServiceAccountTeam = (
  { workspaceId, id }: Pick<ServiceAccount, 'workspaceId' | 'id'>,
  teamId: string,
  change: 'add' | 'delete',
): Change => ({
  update: membershipKey(workspaceId, id),
  with: { [change]: { teamIds: new Set([idToBytes(teamId)]) } },
  if: 'present',
});
