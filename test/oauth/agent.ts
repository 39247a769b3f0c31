import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { newKey } from '../support/workspace.ts';

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
