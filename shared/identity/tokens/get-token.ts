import * as z from 'zod';
import { notFound } from '../../kernel/core/errors.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { getCredential } from '../../kernel/auth/credential-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { showToken, tokenSchema } from './token.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

export const getToken = operatorOperation({
  id: 'getToken',
  summary: 'Get a personal access token or service-account key by id, without its secret',
  inWorkspace: true,
  body: () => z.strictObject({ tokenId: uuid() }),
  output: tokenSchema,
  load: ({ body, read }) => ({ credential: getCredential(read, body.tokenId) }),
  handle: async ({ loaded: { credential }, caller, read }) => {
    if (credential?.workspaceId !== caller.workspaceId) throw notFound('token');
    const membership = await readMembership(read, caller.workspaceId, credential.principalId);
    return showToken({ caller, membership }, credential);
  },
});
