import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { pageCredentials } from '../auth/credential-store.ts';
import { uuid } from '../core/schema.ts';
import { memberOrThrow } from '../members/member-store.ts';
import { showToken, tokenSchema } from './token.ts';
import { getMemberItem, toMembership } from '../auth/membership-store.ts';

export const listTokens = list({
  id: 'listTokens',
  path: `${WORKSPACE_PATH}/tokens`,
  tag: 'Tokens',
  summary: 'List personal access tokens',
  description:
    'Returns the tokens of the caller or of the member in memberId, including revoked and expired ones. Secrets are never returned.',
  scopes: ['tokens:manage'],
  role: 'admin',
  query: () => ({
    memberId: uuid()
      .optional()
      .meta({ description: 'The member whose tokens to list; by default, the caller.' }),
  }),
  item: tokenSchema,
  handle: async ({ query, caller, read, page }) => {
    const { workspaceId } = caller;
    const principalId = query.memberId ?? caller.principalId;
    const [item, { credentials, next }] = await Promise.all([
      getMemberItem(read, workspaceId, principalId),
      pageCredentials(read, { workspaceId, principalId }, page),
    ]);
    const { since } = toMembership(memberOrThrow(item));
    return { items: credentials.map((credential) => showToken({ caller, since }, credential)), next };
  },
});
