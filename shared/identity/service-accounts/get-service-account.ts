import { notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { serviceAccountSchema } from './service-account.ts';
import {
  getFormerServiceAccountItem,
  getServiceAccountItem,
  toServiceAccount,
} from './service-account-store.ts';
import type { Item } from '../../kernel/core/database.ts';
import { joinedTeams } from '../../kernel/auth/membership-store.ts';

export const getServiceAccount = operation({
  id: 'getServiceAccount',
  method: 'GET',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}`,
  tag: 'Service accounts',
  summary: 'Get a service account',
  description: 'Also returns deleted service accounts, so that the reporter of every story can be resolved.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  params: { serviceAccountId: uuid() },
  output: serviceAccountSchema,
  load: ({ path: { workspaceId, serviceAccountId }, read }) => ({
    account: getServiceAccountItem(read, workspaceId, serviceAccountId),
    former: getFormerServiceAccountItem(read, workspaceId, serviceAccountId),
  }),
  handle: async ({ loaded, caller }) =>
    showServiceAccount(caller, serviceAccountOrThrow(loaded.account ?? loaded.former)),
});

export function serviceAccountOrThrow(item: Item | undefined): Item {
  if (!item) throw notFound('service account');
  return item;
}

/** A service account with its teams, without those that the caller is not a member of. */
export const showServiceAccount = (caller: Caller, item: Item) => ({
  ...toServiceAccount(item),
  teamIds: [...joinedTeams(item)].filter((id) => caller.teamIds.has(id)).sort(),
});
