import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { ReplayCall } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { getCredential, revokeCredential, type Credential } from '../../kernel/auth/credential-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { memberIdOf } from '../members/member-store.ts';
import { showToken, tokenSchema, type Token } from '../tokens/token.ts';
import { serviceAccountOrThrow } from './get-service-account.ts';
import { getServiceAccountItem } from './service-account-store.ts';
import type { Item } from '../../kernel/core/database.ts';
import { toMembership } from '../../kernel/auth/membership-store.ts';

export const revokeServiceAccountKey = operation({
  id: 'revokeServiceAccountKey',
  method: 'POST',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}/keys/{keyId}/revoke`,
  tag: 'Service accounts',
  summary: 'Revoke a service-account key',
  description:
    'Revokes a key immediately, and returns it with revokedAt; lists still show it. Repeating the call has no effect.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('service_account_key.revoked', ['principalId']),
  errors: ['conflict'],
  params: { serviceAccountId: uuid(), keyId: uuid() },
  output: tokenSchema,
  load: ({ path: { workspaceId, serviceAccountId, keyId }, read }) => ({
    account: getServiceAccountItem(read, workspaceId, serviceAccountId),
    key: getCredential(read, keyId),
  }),
  handle: async ({ loaded, caller, now, commit }) => {
    const key = keyOrThrow(caller, loaded.account, loaded.key);
    const done = key.revokedAt !== null;
    await commit(done ? [] : [revokeCredential(key.id, now, writeConflict)], key.id, { from: key });
    return done ? key : { ...key, revokedAt: now.toISOString() };
  },
  replay: readKey,
});

/** Returns the key in its current state, for replayed requests. */
export async function readKey({ caller, read, resourceId }: ReplayCall): Promise<Token> {
  const key = await getCredential(read, resourceId);
  const account = key && (await getServiceAccountItem(read, caller.workspaceId, key.principalId));
  return keyOrThrow(caller, account, key);
}

/**
 * Returns the key if it belongs to that service account in the caller's workspace; otherwise throws a 404.
 */
function keyOrThrow(caller: Caller, account: Item | undefined, key: Credential | undefined): Token {
  const item = serviceAccountOrThrow(account);
  if (key?.workspaceId !== caller.workspaceId || key.principalId !== memberIdOf(item)) throw notFound('key');
  return showToken({ caller, membership: toMembership(item) }, key);
}
