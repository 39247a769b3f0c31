import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { mcpClient, type McpClient } from '../mcp/mcp-client.ts';
import { oauthApi } from '../support/oauth.ts';
import { sharedService, type ServiceAddress } from '../support/service.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A key pair of a program, with the public key as it is registered. */
export interface AgentKey {
  alg: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

export async function newAgentKey(alg = 'ES256', kid: string = newKey()): Promise<AgentKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid } };
}

interface AssertionChanges {
  claims?: object;
  header?: object;
  now?: Date;
}

/** An assertion as a client makes it, with what a test wants otherwise; undefined leaves a claim out. */
export function signAssertion(
  { alg, privateKey, publicJwk: { kid } }: AgentKey,
  clientId: string,
  audience: string,
  { claims = {}, header = {}, now = new Date() }: AssertionChanges = {},
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const usual = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + 60,
    jti: newKey(),
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }), ...header })
    .sign(privateKey);
}

/** The form of the client credentials grant. */
export const agentFields = (assertion: string, more: Record<string, string> = {}) => ({
  grant_type: 'client_credentials',
  client_assertion_type: ASSERTION_TYPE,
  client_assertion: assertion,
  ...more,
});

/** Connects a service account over MCP with a key that an admin registers. */
export async function connectAgent(
  { path }: Pick<TestWorkspace, 'path'>,
  admin: Person,
  { id }: Pick<Person, 'id'>,
  service: ServiceAddress = sharedService(),
): Promise<McpClient> {
  const { baseUrl } = service;
  const key = await newAgentKey('EdDSA');
  const body = { jwks: { keys: [key.publicJwk] } };
  const { json } = await admin.client.post(`${path}/service-accounts/${id}/oauth-client`, body);
  const assertion = await signAssertion(key, json.data.clientId, baseUrl);
  const fields = agentFields(assertion, { resource: `${baseUrl}/mcp` });
  const granted = await oauthApi(baseUrl).token(fields);
  return mcpClient(granted.json.access_token, service);
}
