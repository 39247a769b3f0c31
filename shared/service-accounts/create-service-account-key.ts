import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { getCredential } from '../auth/credential-store.ts';
import { uuid } from '../core/schema.ts';
import { newCredential } from '../tokens/new-credential.ts';
import { credentialFields, tokenSchema } from '../tokens/token.ts';
import { serviceAccountOrThrow } from './get-service-account.ts';
import { keyOrThrow } from './revoke-service-account-key.ts';
import { getServiceAccountItem } from './service-account-store.ts';
import { toMembership } from '../auth/membership-store.ts';

export const createServiceAccountKey = operation({
  id: 'createServiceAccountKey',
  method: 'POST',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}/keys`,
  tag: 'Service accounts',
  summary: 'Create a key of a service account',
  description:
    "Makes a key; its secret is in `token`, in this answer only. It can have no scope and reach no team that the caller's own token lacks, so it names its teams where the account has one that the caller is not in. Sent again under the same idempotency key the answer has no secret: revoke the key and make another.",
  scopes: ['tokens:manage'],
  role: 'admin',
  status: 201,
  errors: ['invalid_reference'],
  secret: 'token',
  params: { serviceAccountId: uuid() },
  body: z.strictObject(credentialFields).meta({ id: 'ServiceAccountKeyCreate' }),
  output: tokenSchema,
  load: ({ path, read }) => ({
    account: getServiceAccountItem(read, path.workspaceId, path.serviceAccountId),
  }),
  handle: async ({ path: { serviceAccountId: id }, body, loaded, ...call }) => {
    const membership = toMembership(serviceAccountOrThrow(loaded.account));
    return await newCredential(call, { id, kind: 'serviceAccount', membership }, body);
  },
  replay: async ({ caller, read, resourceId }) => {
    const key = await getCredential(read, resourceId);
    const account = key && (await getServiceAccountItem(read, caller.workspaceId, key.principalId));
    return keyOrThrow(caller, account, key);
  },
});
