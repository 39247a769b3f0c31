import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { issueTokens } from './issue-tokens.ts';
import { metadataRoutes } from './metadata.ts';
import { accountPageRoutes } from './page-routes.ts';
import { registerClient } from './register-client.ts';
import { revokeOAuthToken } from './revoke-oauth-token.ts';

const routes: WebRoute[] = [
  ...metadataRoutes,
  registerClient,
  issueTokens,
  revokeOAuthToken,
  ...accountPageRoutes,
];

/** The authorization server and the account pages it redirects to. */
export const oauthRoutes: WebRoute[] = routes.map((route) => ({ ...route, limitedBy: 'network' }));
