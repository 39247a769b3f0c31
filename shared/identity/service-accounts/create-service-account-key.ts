import * as z from 'zod';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { putCredential } from '../../kernel/auth/credential-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { newCredential } from '../tokens/new-credential.ts';
import { credentialFields, tokenSchema } from '../tokens/token.ts';
import { serviceAccountOrThrow } from './get-service-account.ts';
import { readKey } from './revoke-service-account-key.ts';
import { getServiceAccountItem } from './service-account-store.ts';
import { toMembership } from '../../kernel/auth/membership-store.ts';

export const createServiceAccountKey = operation({
  id: 'createServiceAccountKey',
  method: 'POST',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}/keys`,
  tag: 'Service accounts',
  summary: 'Create a service-account key',
  description:
    "Creates a key and returns its secret in `token`, in this response only. The key cannot have scopes or teams that the caller's own token lacks; set teamRestriction if the account belongs to a team that the caller is not in. A repeat with the same Idempotency-Key does not return the secret: revoke the key and create another.",
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('service_account_key.created', ['principalId', 'scopes', 'teamIds', 'expiresAt']),
  status: 201,
  errors: ['invalid_reference'],
  secret: 'token',
  params: { serviceAccountId: uuid() },
  body: () => z.strictObject(credentialFields()).meta({ id: 'CreateServiceAccountKeyRequest' }),
  output: tokenSchema,
  load: ({ path, read }) => ({
    account: getServiceAccountItem(read, path.workspaceId, path.serviceAccountId),
  }),
  handle: async ({ path: { serviceAccountId: id }, body, loaded, ...call }) => {
    const membership = toMembership(serviceAccountOrThrow(loaded.account));
    const { credential, shown } = newCredential(call, { id, kind: 'serviceAccount', membership }, body);
    await call.commit([putCredential(credential)], credential.id, { to: credential });
    return shown;
  },
  replay: readKey,
});
