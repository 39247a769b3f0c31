import * as z from 'zod';
import { insufficientRole, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { hasRole, type Caller } from '../../kernel/core/caller.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { getCredential, putCredential } from '../../kernel/auth/credential-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { isMemberItem } from '../members/member-store.ts';
import { personalTokenOrThrow } from './revoke-token.ts';
import { newCredential } from './new-credential.ts';
import { getTokenPolicyOf, type TokenPolicy } from '../workspaces/token-policy.ts';
import { credentialFields, tokenSchema } from './token.ts';
import { getMemberItem, toMembership, type Membership } from '../../kernel/auth/membership-store.ts';

export const createToken = operation({
  id: 'createToken',
  method: 'POST',
  path: `${WORKSPACE_PATH}/tokens`,
  tag: 'Tokens',
  summary: 'Create a personal access token',
  description:
    "Creates a token for the caller and returns its secret in `token`, in this response only. The token cannot have scopes or teams that the caller's own token lacks. People create their own tokens, here or on their account page: no one else sees a secret. An admin can create one for a member who has not accepted yet, such as a bot without an account; it ends when they accept. An admin can forbid new ones with updateTokenPolicy; admins always may. A repeat with the same Idempotency-Key does not return the secret: revoke the token and create another.",
  scopes: ['tokens:manage'],
  principals: ['user'],
  audit: audited('token.created', ['principalId', 'scopes', 'teamIds', 'expiresAt']),
  status: 201,
  errors: ['invalid_reference'],
  secret: 'token',
  body: () =>
    z
      .strictObject({
        ...credentialFields(),
        memberId: uuid().optional().meta({
          description: 'Your own id, or left out; for admins, also a member who has not accepted yet.',
        }),
      })
      .meta({ id: 'CreateTokenRequest' }),
  output: tokenSchema,
  load: ({ path, read }) => ({ policy: getTokenPolicyOf(read, path.workspaceId) }),
  handle: async ({ body: { memberId, ...wanted }, loaded: { policy }, ...call }) => {
    const { caller } = call;
    const id = memberId ?? caller.principalId;
    const item = await getMemberItem(call.read, caller.workspaceId, id);
    const membership = isMemberItem(item) ? toMembership(item) : undefined;
    assertMayCreate(caller, { id, membership }, policy);
    if (!membership) {
      throw invalidReference([{ path: 'memberId', message: 'is not a member of the workspace' }]);
    }
    const untilAccepted = caller.kind !== 'operator' && id !== caller.principalId;
    const holder = { id, kind: 'user' as const, membership, untilAccepted };
    const { credential, shown } = newCredential(call, holder, wanted);
    await call.commit([putCredential(credential)], credential.id, { to: credential });
    return shown;
  },
  replay: async ({ caller, read, resourceId }) =>
    await personalTokenOrThrow({ caller, read }, await getCredential(read, resourceId)),
});

/**
 * Throws a 400 for a token of someone else, unless an admin creates it for who has not accepted yet, and a 403 where only
 * admins may create theirs.
 */
function assertMayCreate(
  caller: Caller,
  holder: { id: string; membership: Membership | undefined },
  { memberTokens }: TokenPolicy,
): void {
  if (caller.kind === 'operator') return;
  if (holder.id !== caller.principalId) {
    if (hasRole(caller, 'admin') && holder.membership?.accepted === false) return;
    throw invalidRequest([
      {
        path: 'memberId',
        message: 'must be your own id or left out: people create their own tokens on their account page',
      },
    ]);
  }
  if (memberTokens === 'allowed' || hasRole(caller, 'admin')) return;
  throw insufficientRole('Only admins may create tokens in this workspace.', 'admin');
}
