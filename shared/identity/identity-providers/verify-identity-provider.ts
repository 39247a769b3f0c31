import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { LookupFailed } from '../../kernel/net/address-refused.ts';
import { PROVIDER_PATH, providerOrThrow } from './get-identity-provider.ts';
import {
  auditedProvider,
  identityProviderSchema,
  providerId,
  type IdentityProvider,
} from './identity-provider.ts';
import { getProviderItem, putProvider } from './identity-provider-store.ts';

export const verifyIdentityProvider = operation({
  id: 'verifyIdentityProvider',
  method: 'POST',
  path: `${PROVIDER_PATH}/verify`,
  tag: 'Identity providers',
  summary: 'Verify an identity provider',
  description:
    'Looks up the DNS TXT records in `verification`. If each domain has its record, the provider counts from now on; repeating the call has no effect.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('identity_provider.verified', ['issuer', 'emailDomains']),
  errors: ['conflict'],
  params: { identityProviderId: providerId() },
  output: identityProviderSchema,
  load: ({ path, read }) => ({ item: getProviderItem(read, path.workspaceId, path.identityProviderId) }),
  handle: async ({ loaded, resolveTxt, ...call }) => {
    const provider = providerOrThrow(loaded.item);
    if (provider.verifiedAt === null) await assertPublished(provider, resolveTxt);
    return await confirmProvider(provider, call);
  },
  replay: async ({ caller, read, resourceId }) =>
    providerOrThrow(await getProviderItem(read, caller.workspaceId, resourceId)),
});

/** Throws a 409 that names the first record that DNS does not have. */
async function assertPublished(
  { verification }: IdentityProvider,
  resolveTxt: OperationContext['resolveTxt'],
): Promise<void> {
  for (const { name, value } of verification) {
    const found = await resolveTxt(name).catch((error: unknown) => {
      if (error instanceof LookupFailed) return undefined;
      throw error;
    });
    if (found?.includes(value)) continue;
    throw conflict(
      found ? `DNS has no TXT record ${value} at ${name}.` : `The name servers of ${name} do not answer.`,
      'Publish it, wait until name servers have it, and repeat verifyIdentityProvider.',
    );
  }
}

/** Stores that a provider is verified, from when on it counts; one that is already stays as it is. */
export async function confirmProvider(
  provider: IdentityProvider,
  { now, newId, commit }: Pick<OperationContext, 'now' | 'newId' | 'commit'>,
): Promise<IdentityProvider> {
  if (provider.verifiedAt !== null) {
    await commit([], provider.id);
    return provider;
  }
  const updatedAt = nextTimestamp(now, provider.updatedAt);
  const next = { ...provider, verifiedAt: now.toISOString(), updatedAt };
  await commit(putProvider(next, provider, newId(), writeConflict), provider.id, {
    ...auditedProvider(next),
    to: next,
  });
  return next;
}
