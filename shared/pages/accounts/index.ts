import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { issueTokens } from '../oauth/issue-tokens.ts';
import { metadataRoutes } from '../oauth/metadata.ts';
import { accountPageRoutes } from './page-routes.ts';
import { registerClient } from '../oauth/register-client.ts';
import { revokeOAuthToken } from '../oauth/revoke-oauth-token.ts';

const routes: WebRoute[] = [
  ...metadataRoutes,
  registerClient,
  issueTokens,
  revokeOAuthToken,
  ...accountPageRoutes,
];

/** The authorization server and the account pages it redirects to. */
export const oauthRoutes: WebRoute[] = routes.map((route) => ({ ...route, limitedBy: 'network' }));
