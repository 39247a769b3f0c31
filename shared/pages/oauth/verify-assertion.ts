import type { JSONWebKeySet, JWTPayload } from 'jose';
import * as errors from 'jose/errors';
import { createLocalJWKSet } from 'jose/jwks/local';
import { jwtVerify } from 'jose/jwt/verify';
import { commit } from '../../kernel/db/write.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { findIssuerKeys, findKeys } from './find-keys.ts';
import { OAuthError } from './oauth-error.ts';
import { putUsedAssertion } from './used-assertion-store.ts';

/** Maximum time until an assertion expires. */
const LIFETIME_MAX_SECONDS = 5 * 60;

/** How far the clock of an issuer may differ. */
const CLOCK_TOLERANCE_SECONDS = 10;

const ASSERTION_MAX_CHARACTERS = 8 * 1024;
const JTI_MAX_CHARACTERS = 256;

/** The reason why an assertion is refused, which completes a sentence about it: `The assertion …`. */
export class AssertionRefused extends Error {
  override name = 'AssertionRefused';
}

/** The error for an assertion that grants nothing (RFC 7523, section 3.1). */
export const refused = (why: string, options?: ErrorOptions): OAuthError =>
  new OAuthError('invalid_grant', `The assertion ${why}.`, options);

/** Where the keys of an issuer are: in the table, or at an address. */
interface AssertionKeys {
  jwks?: JSONWebKeySet | undefined;
  jwksUri?: string | undefined;
  /** An issuer whose metadata names the address. */
  issuer?: string | undefined;
}

interface Expected {
  issuer: string;
  /** Any one of them; the assertion names exactly one audience. */
  audiences: readonly string[];
  subject?: string;
  /** The types that its header may have; undefined stands for a missing one. */
  types: readonly (string | undefined)[];
  algorithms: readonly string[];
  keys: AssertionKeys;
}

/**
 * Verifies a JWT with which someone proves their own identity or that of someone else (RFC 7523, section 3): by the
 * issuer's keys alone, with exactly one audience, for at most five minutes, once. Throws AssertionRefused.
 */
export async function verifyAssertion(text: string, expected: Expected, call: WebCall): Promise<JWTPayload> {
  if (text.length > ASSERTION_MAX_CHARACTERS) throw new AssertionRefused('is too long');
  const payload = await verifySignature(text, expected, call);
  const { aud, exp = 0, iat, jti } = payload;
  if (typeof aud !== 'string' && !(Array.isArray(aud) && aud.length === 1)) {
    throw new AssertionRefused('must have one audience only');
  }
  const now = Math.floor(call.now.getTime() / 1000);
  if (exp - now > LIFETIME_MAX_SECONDS + CLOCK_TOLERANCE_SECONDS) {
    throw new AssertionRefused('must expire within 5 minutes');
  }
  if (iat !== undefined && iat > now + CLOCK_TOLERANCE_SECONDS) {
    throw new AssertionRefused('was issued in the future');
  }
  if (typeof jti !== 'string' || jti.length === 0 || jti.length > JTI_MAX_CHARACTERS) {
    throw new AssertionRefused(`must have a jti of 1 to ${JTI_MAX_CHARACTERS} characters`);
  }
  const used = { issuer: expected.issuer, jti, expiresAt: new Date(exp * 1000) };
  await commit(call.services.database, [
    putUsedAssertion(used, () => new AssertionRefused('was used before; make a new one for each request')),
  ]);
  return payload;
}

async function verifySignature(text: string, expected: Expected, call: WebCall): Promise<JWTPayload> {
  const { jwks, jwksUri, issuer } = expected.keys;
  const find = (fresh: boolean) => {
    if (issuer !== undefined) return findIssuerKeys(issuer, call, { fresh });
    return jwksUri === undefined ? Promise.resolve(jwks) : findKeys(jwksUri, call, { fresh });
  };
  try {
    return await verifyWith(await find(false), text, expected, call);
  } catch (error) {
    // The issuer may have changed its keys.
    if (!(error instanceof AssertionRefused) || !isAboutKeys(error.cause)) throw error;
    return await verifyWith(await find(true), text, expected, call);
  }
}

const isAboutKeys = (cause: unknown): boolean =>
  cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWSSignatureVerificationFailed;

async function verifyWith(
  keys: JSONWebKeySet | undefined,
  text: string,
  { issuer, audiences, subject, types, algorithms }: Expected,
  { now }: WebCall,
): Promise<JWTPayload> {
  if (!keys) throw new AssertionRefused('cannot be verified: the key set of its issuer is not available');
  try {
    const { payload, protectedHeader } = await jwtVerify(text, createLocalJWKSet(keys), {
      algorithms: [...algorithms],
      issuer,
      audience: [...audiences],
      ...(subject === undefined ? {} : { subject }),
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'jti'],
    });
    if (types.includes(protectedHeader.typ?.toLowerCase())) return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw new AssertionRefused(reasonOf(error, algorithms), { cause: error });
  }
  throw new AssertionRefused('has a type that is for something else');
}

/** The reasons in our own words, since messages of the library may quote the assertion. */
function reasonOf(error: errors.JOSEError, algorithms: readonly string[]): string {
  if (error instanceof errors.JWTExpired) return 'has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return `has a wrong or missing ${error.claim}`;
  if (error instanceof errors.JOSEAlgNotAllowed) return `must be signed with ${algorithms.join(' or ')}`;
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'must name its key with kid';
  if (isAboutKeys(error)) return 'is not signed with a key of its issuer';
  return 'is not a valid JWT';
}
