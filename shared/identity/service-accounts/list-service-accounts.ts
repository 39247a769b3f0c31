import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memberIdOf } from '../members/member-store.ts';
import { showServiceAccount } from './get-service-account.ts';
import { serviceAccountSchema } from './service-account.ts';
import { serviceAccountsOf } from './service-account-store.ts';
import { membershipKey } from '../../kernel/auth/membership-store.ts';

export const listServiceAccounts = list({
  id: 'listServiceAccounts',
  path: `${WORKSPACE_PATH}/service-accounts`,
  tag: 'Service accounts',
  summary: 'List service accounts',
  description: 'Returns the service accounts of the workspace, newest first.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  item: serviceAccountSchema,
  handle: async ({ caller, read, page: { limit, after } }) => {
    const { workspaceId } = caller;
    const keys = await read.query({
      index: 'list',
      partition: serviceAccountsOf(workspaceId),
      limit: limit + 1,
      ...(after === undefined ? {} : { before: membershipKey(workspaceId, after).pk }),
    });
    const shown = keys.slice(0, limit);
    const items = (await read.getMany(shown)).filter((item) => item !== undefined);
    return {
      items: items.map((item) => showServiceAccount(caller, item)),
      next: keys.length > limit ? memberIdOf(shown.at(-1)!) : undefined,
    };
  },
});
