import { expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';

const { baseUrl } = sharedService();

async function document(path: string): Promise<any> {
  const answer = await fetch(baseUrl + path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  return await answer.json();
}

test('the authorization server states its endpoints and capabilities', async () => {
  expect(await document('/.well-known/oauth-authorization-server')).toEqual({
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
    ],
    authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256', 'EdDSA'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['mcp:access', 'mcp:write', 'mcp:read', 'stories:write'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
});

test.each([
  ['', '/mcp', ['mcp:access', 'mcp:write', 'mcp:read'], 'Plotline over MCP'],
  ['/mcp', '/mcp', ['mcp:access', 'mcp:write', 'mcp:read'], 'Plotline over MCP'],
  ['/api/v1', '/api/v1', ['stories:write'], 'Plotline API'],
])('the resource metadata at %j is that of %s', async (form, resource, scopes, resource_name) => {
  const metadata = await document(`/.well-known/oauth-protected-resource${form}`);
  expect(metadata).toMatchObject({
    resource: baseUrl + resource,
    resource_name,
    authorization_servers: [baseUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
  });
});
