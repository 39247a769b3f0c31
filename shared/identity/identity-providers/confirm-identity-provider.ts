import * as z from 'zod';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { providerOrThrow } from './get-identity-provider.ts';
import { identityProviderSchema, providerId } from './identity-provider.ts';
import { getProviderItem } from './identity-provider-store.ts';
import { confirmProvider } from './verify-identity-provider.ts';

export const confirmIdentityProvider = operatorOperation({
  id: 'confirmIdentityProvider',
  summary: "Confirm that a workspace's identity provider speaks for its domains, without DNS records",
  inWorkspace: true,
  audit: audited('identity_provider.verified', ['issuer', 'emailDomains']),
  body: () => z.strictObject({ identityProviderId: providerId() }),
  output: identityProviderSchema,
  load: ({ path, body, read }) => ({
    item: getProviderItem(read, path.workspaceId, body.identityProviderId),
  }),
  handle: async ({ loaded, ...call }) => await confirmProvider(providerOrThrow(loaded.item), call),
});
