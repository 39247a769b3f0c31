import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageCredentials } from '../../kernel/auth/credential-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { showToken, tokenSchema } from '../tokens/token.ts';
import { serviceAccountOrThrow } from './get-service-account.ts';
import { getServiceAccountItem } from './service-account-store.ts';
import { toMembership } from '../../kernel/auth/membership-store.ts';

export const listServiceAccountKeys = list({
  id: 'listServiceAccountKeys',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}/keys`,
  tag: 'Service accounts',
  summary: 'List service-account keys',
  description: 'Includes revoked and expired keys. Secrets are never returned.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  params: { serviceAccountId: uuid() },
  item: tokenSchema,
  load: ({ path, read }) => ({
    account: getServiceAccountItem(read, path.workspaceId, path.serviceAccountId),
  }),
  handle: async ({ path: { serviceAccountId: principalId }, loaded, caller, read, page }) => {
    const membership = toMembership(serviceAccountOrThrow(loaded.account));
    const { workspaceId } = caller;
    const { credentials, next } = await pageCredentials(read, { workspaceId, principalId }, page);
    return { items: credentials.map((credential) => showToken({ caller, membership }, credential)), next };
  },
});
