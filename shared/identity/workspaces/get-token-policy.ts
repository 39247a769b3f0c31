import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { getTokenPolicyOf, tokenPolicySchema } from './token-policy.ts';

export const getTokenPolicy = operation({
  id: 'getTokenPolicy',
  method: 'GET',
  path: `${WORKSPACE_PATH}/token-policy`,
  tag: 'Tokens',
  summary: 'Get the token policy',
  description: 'Returns whether members and guests may create personal access tokens of their own.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  teamRestricted: 'refused',
  output: tokenPolicySchema,
  load: ({ path, read }) => ({ policy: getTokenPolicyOf(read, path.workspaceId) }),
  handle: async ({ loaded }) => await Promise.resolve(loaded.policy),
});
