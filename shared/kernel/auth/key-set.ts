import type { JSONWebKeySet, JWK } from 'jose';
import { importJWK } from 'jose/key/import';

/** The signature algorithms of agents' assertions. No other is accepted, whatever a header says. */
export const agentAlgorithms = ['ES256', 'EdDSA'] as const;

/** Those of identity providers, most of which sign with RSA. */
export const providerAlgorithms = [...agentAlgorithms, 'RS256', 'PS256'] as const;

/** Maximum number of keys in a set. */
export const KEYS_MAX = 20;

const curves: Record<string, (typeof agentAlgorithms)[number]> = { 'P-256': 'ES256', Ed25519: 'EdDSA' };

/** The members of a public key that are kept; private ones, and hints where to find other keys, are not. */
const publicMembers = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'use', 'alg', 'key_ops'] as const;

/** Why a key cannot verify an agent's assertions, completing a sentence about it; undefined if it can. */
export async function keyProblem(key: JWK): Promise<string | undefined> {
  if (typeof key !== 'object' || key === null) return 'must be a JSON Web Key';
  if ('d' in key || 'k' in key) return 'must be a public key; this one is secret, so replace it';
  const alg = curves[String(key.crv)];
  const kty = key.crv === 'P-256' ? 'EC' : 'OKP';
  if (!alg || key.kty !== kty) return 'must be an EC key on P-256 (ES256) or an OKP key on Ed25519 (EdDSA)';
  if ((key.use ?? 'sig') !== 'sig') return 'must be for signatures';
  try {
    await importJWK(publicKey(key), alg);
    return undefined;
  } catch {
    return 'must be a valid public key';
  }
}

/** The public members of a key. */
export const publicKey = (key: JWK): JWK =>
  Object.fromEntries(publicMembers.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]])));

const RSA_MIN_BITS = 2048;

/** Whether it is a public RSA key of a length that is accepted. */
async function isUsableRsa(key: JWK | null): Promise<boolean> {
  if (key?.kty !== 'RSA' || 'd' in key) return false;
  try {
    const { algorithm } = (await importJWK(publicKey(key), 'RS256')) as { algorithm?: object };
    const { modulusLength = 0 } = (algorithm ?? {}) as { modulusLength?: number };
    return modulusLength >= RSA_MIN_BITS;
  } catch {
    return false;
  }
}

/** The keys of a fetched document that can verify assertions; undefined if it is no key set. */
export async function usableKeys(value: unknown): Promise<JSONWebKeySet | undefined> {
  const keys: unknown = (value as { keys?: unknown } | undefined)?.keys;
  if (!Array.isArray(keys)) return undefined;
  const usable: JWK[] = [];
  for (const key of keys.slice(0, KEYS_MAX) as JWK[]) {
    if ((await isUsableRsa(key)) || (await keyProblem(key)) === undefined) usable.push(publicKey(key));
  }
  return { keys: usable };
}
