import { createHash } from 'node:crypto';
import { providerKey, providerKind } from '../../kernel/auth/trust-store.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { identityProviderSchema, type IdentityProvider } from './identity-provider.ts';

export const identityProviderDocument = defineDocument(identityProviderSchema);

const hashOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url');

/** The verified providers of an issuer, by workspace. */
const issuerKind = itemKind('II#', 'workspace', 'any');
const issuerKey = ({
  issuer,
  workspaceId,
  id,
}: Pick<IdentityProvider, 'issuer' | 'workspaceId' | 'id'>): Key => ({
  pk: issuerKind.key(hashOf(issuer)).pk,
  sk: `${workspaceId}#${id}`,
});

export const getProviderItem = (read: Reader, workspaceId: string, id: string): Promise<Item | undefined> =>
  read.get(providerKey(workspaceId, id));

export const toIdentityProvider = (item: Item): IdentityProvider => identityProviderDocument.read(item);

/** All identity providers of a workspace, by id. */
export async function listProviders(read: Reader, workspaceId: string): Promise<IdentityProvider[]> {
  const items = await read.children(providerKind.key(workspaceId).pk);
  return items
    .filter(({ sk }) => !sk.startsWith(SUBJECT_PREFIX))
    .map(toIdentityProvider)
    .reverse();
}

/** The workspaces with a verified provider of an issuer, with the provider's id. */
export async function findProvidersOf(
  read: Reader,
  issuer: string,
): Promise<{ workspaceId: string; id: string }[]> {
  const items = await read.children(issuerKind.key(hashOf(issuer)).pk);
  return items.map(({ sk }) => {
    const at = sk.indexOf('#');
    return { workspaceId: sk.slice(0, at), id: sk.slice(at + 1) };
  });
}

/**
 * Changes that store a provider. With a `trustId` it counts; another one invalidates all tokens that were issued by it
 * before. Throws `changed` if it is no longer as `previous`.
 */
export function putProvider(
  provider: IdentityProvider,
  previous: IdentityProvider | undefined,
  trustId: string | undefined,
  changed: () => Error,
): Change[] {
  const { workspaceId, id, updatedAt } = provider;
  const isListed = trustId !== undefined;
  return [
    {
      put: {
        ...providerKey(workspaceId, id),
        ...identityProviderDocument.write(provider),
        updatedAt,
        ...(isListed ? { trustId } : {}),
      },
      if: previous ? { equals: { updatedAt: previous.updatedAt } } : 'absent',
      onConditionFailed: changed,
    },
    ...(previous && (!isListed || previous.issuer !== provider.issuer)
      ? [{ delete: issuerKey(previous) }]
      : []),
    ...(isListed ? [{ put: { ...issuerKey(provider), workspaceId } }] : []),
  ];
}

/** Changes that end the trust in a provider, and in all tokens issued by it, with the next request. */
export const deleteProvider = (provider: IdentityProvider, changed: () => Error): Change[] => [
  {
    delete: providerKey(provider.workspaceId, provider.id),
    if: { equals: { updatedAt: provider.updatedAt } },
    onConditionFailed: changed,
  },
  { delete: issuerKey(provider) },
];

/** No id of a provider begins so. */
const SUBJECT_PREFIX = '#';

/** Who a provider's subject is, once an address has said so; of another issuer it is another subject. */
const subjectKey = (
  { workspaceId, issuer }: Pick<IdentityProvider, 'workspaceId' | 'issuer'>,
  sub: string,
): Key => ({
  pk: providerKind.key(workspaceId).pk,
  sk: `${SUBJECT_PREFIX}${hashOf(issuer, sub)}`,
});

/** The user whom a subject has been before; undefined for one who is new. */
export async function findSubject(
  read: Reader,
  provider: IdentityProvider,
  sub: string,
): Promise<string | undefined> {
  return (await read.get(subjectKey(provider, sub)))?.['userId'] as string | undefined;
}

/** Records who a subject is. Throws `known` if that has been recorded meanwhile. */
export const putSubject = (
  provider: IdentityProvider,
  { sub, userId }: { sub: string; userId: string },
  known: () => Error,
): Change => ({
  put: { ...subjectKey(provider, sub), userId },
  if: 'absent',
  onConditionFailed: known,
});
