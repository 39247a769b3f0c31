import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import type { PublicRequest, PublicResponse } from '../../shared/kernel/net/public-request.ts';
import { newKey } from '../support/workspace.ts';

/** A stand-in for a company's identity provider: its metadata, its keys, and assertions that it signs. */
export interface Company {
  issuer: string;
  domain: string;
  /** How often somebody has asked it for anything. */
  asked: number;
  /** Answers a request to its server. */
  answer: (request: PublicRequest) => Promise<PublicResponse>;
  sign: (claims: object, header?: object, by?: CryptoKey) => Promise<string>;
}

const kid = 'current';

export async function newCompany(now: () => Date, alg = 'RS256'): Promise<Company> {
  const name = newKey();
  const [issuer, domain] = [`https://login.${name}.test`, `${name}.test`];
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig' };
  const documents: Record<string, object> = {
    [`${issuer}/.well-known/openid-configuration`]: { issuer, jwks_uri: `${issuer}/keys` },
    [`${issuer}/keys`]: { keys: [jwk] },
  };
  const company: Company = {
    issuer,
    domain,
    asked: 0,
    answer: async ({ url }) => {
      company.asked += 1;
      const document = documents[url.href];
      return {
        status: document ? 200 : 404,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(document ?? {})),
        truncated: false,
        durationMs: 1,
        address: '198.51.100.1',
      };
    },
    sign: (claims, header = {}, by = privateKey) => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const usual = { iss: issuer, sub: newKey(), iat: issuedAt, exp: issuedAt + 300, jti: newKey() };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg, kid, typ: 'oauth-id-jag+jwt', ...header })
        .sign(by);
    },
  };
  return company;
}
