import { insufficientRole } from '../../kernel/core/errors.ts';
import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageCredentials } from '../../kernel/auth/credential-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { memberOrThrow } from '../members/member-store.ts';
import { mayManageTokensOf, showToken, tokenSchema } from './token.ts';
import { getMemberItem, toMembership } from '../../kernel/auth/membership-store.ts';

export const listTokens = list({
  id: 'listTokens',
  path: `${WORKSPACE_PATH}/tokens`,
  tag: 'Tokens',
  summary: 'List personal access tokens',
  description:
    "Returns the caller's tokens, including revoked and expired ones. Admins can list those of any member. Secrets are never returned.",
  scopes: ['tokens:manage'],
  principals: ['user'],
  teamRestricted: 'refused',
  query: () => ({
    memberId: uuid()
      .optional()
      .meta({ description: 'The member whose tokens to list, for admins; by default, the caller.' }),
  }),
  item: tokenSchema,
  handle: async ({ query, caller, read, page }) => {
    const { workspaceId } = caller;
    const principalId = query.memberId ?? caller.principalId;
    if (!mayManageTokensOf(caller, principalId)) {
      throw insufficientRole('Only admins may list the tokens of others.', 'admin');
    }
    const [item, { credentials, next }] = await Promise.all([
      getMemberItem(read, workspaceId, principalId),
      pageCredentials(read, { workspaceId, principalId }, page),
    ]);
    const membership = toMembership(memberOrThrow(item));
    return { items: credentials.map((credential) => showToken({ caller, membership }, credential)), next };
  },
});
