import type { WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { oauthEndpoint } from './endpoint.ts';
import { agentAlgorithms } from '../../kernel/auth/key-set.ts';
import { audiences, resourceUrl, scopesOf, type Audience } from '../../kernel/auth/audience.ts';

export const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The grants of the token endpoint. */
export const grantTypes = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  JWT_BEARER_GRANT,
] as const;

/** Clients may cache the metadata for one hour. */
const document = (body: object): WebResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' },
  body: JSON.stringify(body),
});

/** The authorization server's endpoints and capabilities (RFC 8414). */
const authorizationServerMetadata = oauthEndpoint({
  id: 'authorizationServerMetadata',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  handle: async ({ services }) => {
    const issuer = services.baseUrl();
    return document({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: grantTypes,
      // draft-ietf-oauth-identity-assertion-authz-grant
      authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: agentAlgorithms,
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: audiences.flatMap(scopesOf),
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  },
});

/** The metadata of one protected resource (RFC 9728). */
const resourceMetadata = (id: string, path: string, audience: Audience): WebRoute =>
  oauthEndpoint({
    id,
    method: 'GET',
    path,
    handle: async ({ services }) =>
      document({
        resource: resourceUrl(audience, services.baseUrl()),
        resource_name: audience === 'mcp' ? 'Plotline over MCP' : 'Plotline API',
        authorization_servers: [services.baseUrl()],
        scopes_supported: scopesOf(audience),
        bearer_methods_supported: ['header'],
      }),
  });

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** The metadata documents; the one at the root describes MCP, which is what clients look for there. */
export const metadataRoutes: WebRoute[] = [
  authorizationServerMetadata,
  resourceMetadata('protectedResourceMetadata', WELL_KNOWN, 'mcp'),
  resourceMetadata('mcpResourceMetadata', `${WELL_KNOWN}/mcp`, 'mcp'),
  resourceMetadata('apiResourceMetadata', `${WELL_KNOWN}/api/v1`, 'api'),
];
