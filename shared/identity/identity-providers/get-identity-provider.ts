import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Item } from '../../kernel/core/database.ts';
import { orNotFound } from '../../kernel/core/errors.ts';
import { identityProviderSchema, providerId, type IdentityProvider } from './identity-provider.ts';
import { getProviderItem, toIdentityProvider } from './identity-provider-store.ts';

export const PROVIDERS_PATH = `${WORKSPACE_PATH}/identity-providers`;
export const PROVIDER_PATH = `${PROVIDERS_PATH}/{identityProviderId}`;

export const getIdentityProvider = operation({
  id: 'getIdentityProvider',
  method: 'GET',
  path: PROVIDER_PATH,
  tag: 'Identity providers',
  summary: 'Get an identity provider',
  description: 'Returns the provider with the DNS records that verify its domains.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  params: { identityProviderId: providerId() },
  output: identityProviderSchema,
  load: ({ path, read }) => ({ item: getProviderItem(read, path.workspaceId, path.identityProviderId) }),
  handle: async ({ loaded }) => providerOrThrow(loaded.item),
});

export const providerOrThrow = (item: Item | undefined): IdentityProvider =>
  toIdentityProvider(orNotFound(item, 'identity provider'));
