import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { getCredential, revokeCredential, type Credential } from '../../kernel/auth/credential-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { mayManageTokensOf, showToken, tokenSchema, type Token } from './token.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

export const revokeToken = operation({
  id: 'revokeToken',
  method: 'POST',
  path: `${WORKSPACE_PATH}/tokens/{tokenId}/revoke`,
  tag: 'Tokens',
  summary: 'Revoke a personal access token',
  description:
    "Revokes one of the caller's tokens immediately, even the one used for this request, and returns it with revokedAt; lists still show it. Admins can revoke those of any member. Repeating the call has no effect.",
  scopes: ['tokens:manage'],
  principals: ['user'],
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

/** Returns a personal token that is the caller's own, or any of the workspace for an admin; otherwise throws a 404. */
export async function personalTokenOrThrow(
  { caller, read }: Pick<OperationContext, 'caller' | 'read'>,
  credential: Credential | undefined,
): Promise<Token> {
  if (
    credential?.workspaceId !== caller.workspaceId ||
    credential.principalKind !== 'user' ||
    !mayManageTokensOf(caller, credential.principalId)
  ) {
    throw notFound('token');
  }
  const membership = await readMembership(read, caller.workspaceId, credential.principalId);
  return showToken({ caller, membership }, credential);
}
