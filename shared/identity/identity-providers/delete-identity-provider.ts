import * as z from 'zod';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { PROVIDER_PATH, providerOrThrow } from './get-identity-provider.ts';
import { auditedProvider, providerId } from './identity-provider.ts';
import { deleteProvider, getProviderItem } from './identity-provider-store.ts';

const deletedProviderSchema = memoize(() =>
  z.object({ id: providerId(), deleted: z.literal(true) }).meta({
    id: 'DeletedIdentityProvider',
    description: 'Confirms that a workspace no longer trusts an identity provider.',
  }),
);

export const deleteIdentityProvider = operation({
  id: 'deleteIdentityProvider',
  method: 'DELETE',
  path: PROVIDER_PATH,
  tag: 'Identity providers',
  summary: 'Delete an identity provider',
  description:
    'Ends the trust in a provider: tokens issued by its assertions stop working with the next request.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('identity_provider.deleted', ['issuer']),
  ifMatch: true,
  params: { identityProviderId: providerId() },
  output: deletedProviderSchema,
  load: ({ path, read }) => ({ item: getProviderItem(read, path.workspaceId, path.identityProviderId) }),
  handle: async ({ loaded, assertMatch, commit }) => {
    const provider = providerOrThrow(loaded.item);
    assertMatch(provider);
    const { id } = provider;
    await commit(deleteProvider(provider, writeConflict), id, {
      ...auditedProvider(provider),
      from: provider,
    });
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
