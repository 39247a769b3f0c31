import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { PROVIDER_PATH, providerOrThrow } from './get-identity-provider.ts';
import {
  assertSettings,
  auditedProvider,
  identityProviderRequest,
  identityProviderSchema,
  needsVerification,
  providerId,
  PROVIDERS_MAX,
  verificationOf,
  type IdentityProvider,
} from './identity-provider.ts';
import {
  getProviderItem,
  listProviders,
  putProvider,
  toIdentityProvider,
} from './identity-provider-store.ts';

export const putIdentityProvider = operation({
  id: 'putIdentityProvider',
  method: 'PUT',
  path: PROVIDER_PATH,
  tag: 'Identity providers',
  summary: 'Set an identity provider',
  description:
    "Creates or replaces a provider under an id of your choice. It counts for nothing until verifyIdentityProvider has found the DNS records in `verification`, or the operator has confirmed it; another issuer or domain needs that again. A change ends the tokens that were issued by the provider's assertions before.",
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('identity_provider.updated', ['issuer', 'audience', 'emailDomains', 'verifiedAt']),
  errors: ['conflict'],
  params: { identityProviderId: providerId() },
  body: identityProviderRequest,
  output: identityProviderSchema,
  load: ({ path, read }) => ({
    item: getProviderItem(read, path.workspaceId, path.identityProviderId),
    all: listProviders(read, path.workspaceId),
  }),
  handle: async ({
    path: { identityProviderId: id },
    body,
    loaded,
    caller,
    now,
    newId,
    randomBytes,
    commit,
  }) => {
    assertSettings(body);
    const current = loaded.item && toIdentityProvider(loaded.item);
    if (!current && loaded.all.length >= PROVIDERS_MAX) {
      throw conflict(
        `The workspace has ${PROVIDERS_MAX} identity providers, the maximum.`,
        'Delete one first.',
      );
    }
    const createdAt = now.toISOString();
    // What DNS says of one issuer must not verify another.
    const isSameIssuer = current?.issuer === body.issuer;
    const code = isSameIssuer ? codeOf(current) : randomBytes(24).toString('base64url');
    const verifiedAt = current && !needsVerification(body, current) ? current.verifiedAt : null;
    const wanted = { ...body, verification: verificationOf(body.emailDomains, code), verifiedAt };
    const next: IdentityProvider = current
      ? nextVersion(current, { ...current, ...wanted }, now)
      : { id, workspaceId: caller.workspaceId, ...wanted, createdAt, updatedAt: createdAt };
    const trustId = next.verifiedAt === null ? undefined : newId();
    const changes = next === current ? [] : putProvider(next, current, trustId, writeConflict);
    await commit(changes, id, { ...auditedProvider(next), from: current, to: next });
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    providerOrThrow(await getProviderItem(read, caller.workspaceId, resourceId)),
});

/** The secret text in a provider's DNS records, which stays the same with the issuer. */
const codeOf = ({ verification }: IdentityProvider): string =>
  verification[0]!.value.slice(verification[0]!.value.indexOf('=') + 1);
