import * as z from 'zod';
import { invalidReference } from '../core/errors.ts';
import { audited } from '../api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { getCredential, putCredential } from '../auth/credential-store.ts';
import { uuid } from '../core/schema.ts';
import { isMemberItem } from '../members/member-store.ts';
import { personalTokenOrThrow } from './revoke-token.ts';
import { newCredential } from './new-credential.ts';
import { credentialFields, tokenSchema } from './token.ts';
import { getMemberItem, toMembership } from '../auth/membership-store.ts';

export const createToken = operation({
  id: 'createToken',
  method: 'POST',
  path: `${WORKSPACE_PATH}/tokens`,
  tag: 'Tokens',
  summary: 'Create a personal access token',
  description:
    "Creates a token for the caller or for the member in memberId, and returns its secret in `token`, in this response only. The token cannot have scopes or teams that the caller's own token lacks; a token for another member requires teamRestriction. A repeat with the same Idempotency-Key does not return the secret: revoke the token and create another.",
  scopes: ['tokens:manage'],
  role: 'admin',
  audit: audited('token.created', ['principalId', 'scopes', 'teamIds', 'expiresAt']),
  status: 201,
  errors: ['invalid_reference'],
  secret: 'token',
  body: () =>
    z.strictObject({ ...credentialFields(), memberId: uuid().optional() }).meta({ id: 'CreateTokenRequest' }),
  output: tokenSchema,
  handle: async ({ body: { memberId, ...wanted }, ...call }) => {
    const id = memberId ?? call.caller.principalId;
    const item = await getMemberItem(call.read, call.caller.workspaceId, id);
    if (!isMemberItem(item)) {
      throw invalidReference([{ path: 'memberId', message: 'is not a member of the workspace' }]);
    }
    const holder = { id, kind: 'user' as const, membership: toMembership(item) };
    const { credential, shown } = newCredential(call, holder, wanted);
    await call.commit([putCredential(credential)], credential.id, { to: credential });
    return shown;
  },
  replay: async ({ caller, read, resourceId }) =>
    await personalTokenOrThrow({ caller, read }, await getCredential(read, resourceId)),
});
