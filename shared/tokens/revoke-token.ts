import { notFound, writeConflict } from '../core/errors.ts';
import type { OperationContext } from '../core/call.ts';
import { audited } from '../api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { getCredential, revokeCredential, type Credential } from '../auth/credential-store.ts';
import { uuid } from '../core/schema.ts';
import { showToken, tokenSchema, type Token } from './token.ts';
import { getMembership } from '../auth/membership-store.ts';

export const revokeToken = operation({
  id: 'revokeToken',
  method: 'POST',
  path: `${WORKSPACE_PATH}/tokens/{tokenId}/revoke`,
  tag: 'Tokens',
  summary: 'Revoke a personal access token',
  description:
    'Revokes a token immediately, even the one used for this request, and returns it with revokedAt; lists still show it. Repeating the call has no effect.',
  scopes: ['tokens:manage'],
  role: 'admin',
  audit: audited('token.revoked', ['principalId']),
  errors: ['conflict'],
  params: { tokenId: uuid() },
  output: tokenSchema,
  load: ({ path, read }) => ({ credential: getCredential(read, path.tokenId) }),
  handle: async ({ loaded, caller, read, now, commit }) => {
    const token = await personalTokenOrThrow({ caller, read }, loaded.credential);
    const done = token.revokedAt !== null;
    await commit(done ? [] : [revokeCredential(token.id, now, writeConflict)], token.id, { from: token });
    return done ? token : { ...token, revokedAt: now.toISOString() };
  },
  replay: async ({ caller, read, resourceId }) =>
    await personalTokenOrThrow({ caller, read }, await getCredential(read, resourceId)),
});

/** Returns the token if it is a personal one in the caller's workspace; otherwise throws a 404. */
export async function personalTokenOrThrow(
  { caller, read }: Pick<OperationContext, 'caller' | 'read'>,
  credential: Credential | undefined,
): Promise<Token> {
  if (credential?.workspaceId !== caller.workspaceId || credential.principalKind !== 'user') {
    throw notFound('token');
  }
  const membership = await getMembership(read, caller.workspaceId, credential.principalId);
  return showToken({ caller, since: membership?.since }, credential);
}
