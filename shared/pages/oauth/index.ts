import { accountRoutes } from '../accounts/index.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { submitConsent, showConsent } from './authorize.ts';
import { endConnection, narrowConnection, showConnections } from './connections.ts';
import { issueTokens } from './issue-tokens.ts';
import { metadataRoutes } from './metadata.ts';
import { registerClient } from './register-client.ts';
import { revokeOAuthToken } from './revoke-oauth-token.ts';

const routes: WebRoute[] = [
  ...metadataRoutes,
  registerClient,
  showConsent,
  submitConsent,
  issueTokens,
  revokeOAuthToken,
  showConnections,
  endConnection,
  narrowConnection,
  ...accountRoutes,
];

/** The authorization server and the account pages it redirects to. */
export const oauthRoutes: WebRoute[] = routes.map((route) => ({ ...route, limitedBy: 'network' }));
