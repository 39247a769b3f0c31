import { defineDocument } from '../../kernel/db/document.ts';
import { defaultAccountScopes } from '../../kernel/core/scopes.ts';
import { idToBytes } from '../../kernel/core/id.ts';
import { formerKey, getFormerItem, isMemberItem } from '../members/member-store.ts';
import { countServiceAccounts } from '../team/team-store.ts';
import { storedServiceAccountSchema, type ServiceAccount } from './service-account.ts';
import { deleteAgentClient, type AgentPlace } from '../../kernel/auth/agent-client-store.ts';
import { notFound } from '../../kernel/core/errors.ts';
import type { Check, Item, Reader, Change } from '../../kernel/core/database.ts';
import { membershipKey, getMemberItem, joinedTeams } from '../../kernel/auth/membership-store.ts';

export const serviceAccountDocument = defineDocument(storedServiceAccountSchema, {
  added: { scopes: [...defaultAccountScopes], writes: 'direct' },
});

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

/** Attributes derived from a service account's document; its teams are stored next to it. */
const attributesOf = (account: ServiceAccount) => ({
  ...serviceAccountDocument.write(account),
  updatedAt: account.updatedAt,
  scopes: account.scopes,
  writes: account.writes,
});

/** Stores a service account as a membership without a role. Each team counts its service accounts. */
export const putServiceAccount = (
  account: ServiceAccount,
  teamIds: readonly string[],
  teamGone: () => Error,
): Change[] => [
  {
    put: {
      ...membershipKey(account.workspaceId, account.id),
      ...attributesOf(account),
      inList: serviceAccountsOf(account.workspaceId),
      since: account.createdAt,
      ...(teamIds.length > 0 ? { teamIds: new Set(teamIds.map(idToBytes)) } : {}),
    },
    if: 'absent',
  },
  ...teamIds.map((teamId) => countServiceAccounts(teamId, 1, teamGone)),
];

/** The teams of a service account before and after a change. */
export interface TeamsChange {
  from: ReadonlySet<string>;
  to: ReadonlySet<string>;
}

/** Changes a service account, with its teams. Throws `stale` if either has changed meanwhile. */
export function replaceServiceAccount(
  account: ServiceAccount,
  previous: Item,
  { from, to }: TeamsChange,
  { stale, teamGone }: { stale: (current: Item | undefined) => Error; teamGone: () => Error },
): Change[] {
  const joined = [...to].filter((id) => !from.has(id));
  const left = [...from].filter((id) => !to.has(id));
  const isMoved = joined.length + left.length > 0;
  return [
    {
      update: membershipKey(account.workspaceId, account.id),
      with: {
        set: {
          ...attributesOf(account),
          ...(isMoved && to.size > 0 ? { teamIds: new Set([...to].map(idToBytes)) } : {}),
        },
        ...(isMoved && to.size === 0 ? { remove: ['teamIds'] } : {}),
      },
      if: { equals: { updatedAt: toServiceAccount(previous).updatedAt, teamIds: previous['teamIds'] } },
      onConditionFailed: stale,
    },
    ...joined.map((id) => countServiceAccounts(id, 1, teamGone)),
    ...left.map((id) => countServiceAccounts(id, -1, teamGone)),
  ];
}

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

/** Condition that a service account has not been deleted meanwhile. */
export const serviceAccountExists = ({ workspaceId, accountId }: AgentPlace): Check => ({
  check: membershipKey(workspaceId, accountId),
  if: 'present',
  onConditionFailed: () => notFound('service account'),
});

/** Adds a service account to a team that is created, and counts it, in the same transaction. */
export const joinNewTeam = (
  { workspaceId, id }: Pick<ServiceAccount, 'workspaceId' | 'id'>,
  teamId: string,
  gone: () => Error,
): Change => ({
  update: membershipKey(workspaceId, id),
  with: { add: { teamIds: new Set([idToBytes(teamId)]) } },
  if: 'present',
  onConditionFailed: gone,
});

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
    deleteAgentClient({ workspaceId, accountId: id }),
    { put: { ...formerKey(workspaceId, id), ...serviceAccountDocument.write({ ...account, deletedAt }) } },
    ...[...joinedTeams(item)].map((teamId) => countServiceAccounts(teamId, -1, writeConflict)),
  ];
}
