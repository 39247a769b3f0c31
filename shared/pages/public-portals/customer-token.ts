import * as z from 'zod';
import { inEnglish, PageError } from '../session/page-error.ts';
import { parseAddress } from '../../identity/mail/mail.ts';

/** How old a token may be, in seconds, and by how much the clocks of two machines may differ. */
const TOKEN_MAX_AGE_SECONDS = 5 * 60;
const CLOCK_TOLERANCE_SECONDS = 30;

/** The time for which a token's id is stored, in milliseconds: longer than it can be valid. */
export const TOKEN_MEMORY_MS = (TOKEN_MAX_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000;

const claimsSchema = z.object({
  sub: z.string().min(1).max(200),
  jti: z.string().min(8).max(200),
  email: z.string().max(254),
  name: z.string().max(120).optional(),
});

export interface CustomerClaims extends z.output<typeof claimsSchema> {
  /** The id of the secret that signed it. */
  secretId: string;
  /** Whether it is too old to sign anyone in. */
  isExpired: boolean;
}

interface Verifying {
  /** With the texts that sign. */
  secrets: readonly { id: string; text: string }[];
  portalId: string;
  now: Date;
}

/**
 * Verifies a token of a customer: a JWT (RFC 7519) signed with HS256 by a secret of the portal, whose audience is the
 * portal's id, valid for at most five minutes. Throws a PageError, which says what is wrong with a token that has a valid
 * signature.
 */
export async function verifyCustomerToken(
  token: string,
  { secrets, portalId, now }: Verifying,
): Promise<CustomerClaims> {
  const { jwtVerify, errors } = await import('jose');
  for (const { id: secretId, text } of secrets) {
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(text), {
        algorithms: ['HS256'],
        audience: portalId,
        requiredClaims: ['sub', 'jti', 'iat', 'exp'],
        maxTokenAge: TOKEN_MAX_AGE_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: now,
      });
      return { ...claimsOf(payload), secretId, isExpired: false };
    } catch (error) {
      // Its signature has been verified by then.
      if (error instanceof errors.JWTExpired)
        return { ...claimsOf(error.payload), secretId, isExpired: true };
      if (error instanceof errors.JWTClaimValidationFailed)
        throw refused(`Its claim ${error.claim} is not valid.`);
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  throw refused('It is not signed with a valid secret of this portal.');
}

function claimsOf(payload: unknown): z.output<typeof claimsSchema> {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) throw refused(`Its claim ${claims.error.issues[0]!.path.join('.')} is not valid.`);
  const email = parseAddress(claims.data.email);
  if (email === undefined) throw refused('Its claim email is not an email address.');
  return { ...claims.data, email };
}

const refused = (why: string) =>
  new PageError(403, 'error.signIn', (t) => t.markup('error.tokenText', { reason: inEnglish(why) }));
