import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { ApiError } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import { assertNoTokenInUrl } from './authenticate.ts';
import type { Caller } from '../core/caller.ts';
import { deriveKey } from '../core/derive-key.ts';
import { newId } from '../core/id.ts';
import type { MemberLink } from './member-link-store.ts';
import { getGrant } from './grant-store.ts';
import { machineScopes, resourceMetadataUrl, resourceUrl, scopeOf, type Audience } from './audience.ts';
import type { Reader } from '../core/database.ts';
import { getMembership } from './membership-store.ts';

/** Seconds that an access token lives. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;

type TokenServices = Pick<Services, 'secret' | 'baseUrl' | 'now'>;

/** What an access token says, once its signature, audience and expiry have been checked. */
export interface AccessClaims {
  userId: string;
  clientId: string;
  grantId: string;
  audience: Audience;
  scopes: readonly string[];
  expiresAt: string;
}

/** Who a valid access token stands for: a user, by a grant that holds at this moment. */
export type OAuthPrincipal = AccessClaims & { clientName: string };

const signingKey = async ({ secret }: TokenServices): Promise<Buffer> =>
  deriveKey(await secret('OAUTH_KEY_ARN'), 'access token');

/** A new access token: a JWT of type at+jwt (RFC 9068) for one audience, and the seconds that it lives. */
export async function signAccessToken(
  { userId, clientId, grantId, audience }: Pick<AccessClaims, 'userId' | 'clientId' | 'grantId' | 'audience'>,
  services: TokenServices,
): Promise<{ token: string; expiresIn: number }> {
  const now = services.now();
  const issuedAt = Math.floor(now.getTime() / 1000);
  const token = await new SignJWT({ client_id: clientId, grant_id: grantId, scope: scopeOf[audience] })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(services.baseUrl())
    .setAudience(resourceUrl(audience, services.baseUrl()))
    .setSubject(userId)
    .setJti(newId(now))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(await signingKey(services));
  return { token, expiresIn: ACCESS_TOKEN_SECONDS };
}

/**
 * The claims of a request's access token, read from its Authorization header alone. Reads nothing, so that
 * the reads that follow travel together. Throws a 401 with the challenge of RFC 9728, section 5.1.
 */
export async function verifyAccessToken(
  headers: Record<string, string | undefined>,
  query: URLSearchParams,
  audience: Audience,
  services: TokenServices,
): Promise<AccessClaims> {
  const refuse = refusals(audience, services.baseUrl());
  const text = bearerText(headers, query, refuse);
  try {
    const { payload } = await jwtVerify(text, await signingKey(services), {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: services.baseUrl(),
      audience: resourceUrl(audience, services.baseUrl()),
      currentDate: services.now(),
      requiredClaims: ['sub', 'exp', 'jti', 'client_id', 'grant_id', 'scope'],
    });
    const claims = payload as Record<'sub' | 'client_id' | 'grant_id' | 'scope', string> & { exp: number };
    return {
      userId: claims.sub,
      clientId: claims.client_id,
      grantId: claims.grant_id,
      audience,
      scopes: claims.scope.split(' '),
      expiresAt: new Date(claims.exp * 1000).toISOString(),
    };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refuse.expired();
    if (error instanceof errors.JOSEError) throw refuse.invalid();
    throw error;
  }
}

/** Throws the 401 for an access token that does not even say that it is for the API. Verifies nothing else. */
export function assertApiAudience(
  headers: Record<string, string | undefined>,
  query: URLSearchParams,
  { baseUrl }: Pick<Services, 'baseUrl'>,
): void {
  const refuse = refusals('api', baseUrl());
  const text = bearerText(headers, query, refuse);
  try {
    if (decodeJwt(text).aud === resourceUrl('api', baseUrl())) return;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw refuse.invalid();
}

function bearerText(
  headers: Record<string, string | undefined>,
  query: URLSearchParams,
  refuse: ReturnType<typeof refusals>,
): string {
  assertNoTokenInUrl(query, refuse.challenge(true));
  const header = headers['authorization'];
  if (!header) throw refuse.missing();
  return /^Bearer +([\w.-]+)$/i.exec(header)?.[1] ?? '';
}

/**
 * The principal of verified claims, by a strong read of the grant, so that its end counts at once. Throws a 401
 * where it has been revoked, or the user's password was set anew.
 */
export async function resolveGrant(
  claims: AccessClaims,
  read: Reader,
  services: TokenServices,
): Promise<OAuthPrincipal> {
  const { userId, grantId: id } = claims;
  const grant = await getGrant(read, { userId, id }, services.now());
  if (grant?.clientId !== claims.clientId || grant.audience !== claims.audience) {
    throw refusals(claims.audience, services.baseUrl()).invalid();
  }
  return { ...claims, clientName: grant.clientName };
}

/** As verifyAccessToken and then resolveGrant. */
export async function authenticateOAuth(
  headers: Record<string, string | undefined>,
  query: URLSearchParams,
  audience: Audience,
  read: Reader,
  services: TokenServices,
): Promise<OAuthPrincipal> {
  return await resolveGrant(await verifyAccessToken(headers, query, audience, services), read, services);
}

/**
 * The caller that a principal is as a member of a workspace, with the role and teams of this moment; undefined
 * where the user is not that member, or has not accepted to be.
 */
export async function resolveOAuthCaller(
  principal: Omit<OAuthPrincipal, 'clientName'> & { clientName?: string },
  { workspaceId, memberId }: MemberLink,
  read: Reader,
): Promise<Caller | undefined> {
  const { userId, grantId, audience, clientName = '', expiresAt } = principal;
  const membership = await getMembership(read, workspaceId, memberId);
  if (!membership?.role || !membership.accepted || membership.userId !== userId) return undefined;
  return {
    kind: 'user',
    principalId: memberId,
    workspaceId,
    role: membership.role,
    scopes: new Set(machineScopes[audience]),
    teamIds: membership.teamIds,
    restrictedTeamIds: null,
    credentialId: grantId,
    credentialName: clientName,
    expiresAt,
  };
}

/** The 401s of an audience, each with the challenge that tells a client where to begin. */
function refusals(audience: Audience, baseUrl: string) {
  const metadataUrl = resourceMetadataUrl(audience, baseUrl);
  const metadata = `resource_metadata="${metadataUrl}", scope="${scopeOf[audience]}"`;
  const challenge = (presented: boolean) => `Bearer ${presented ? 'error="invalid_token", ' : ''}${metadata}`;
  const refusal = (
    code: 'authentication_required' | 'invalid_credential' | 'expired_credential',
    message: string,
  ) =>
    new ApiError(code, message, {
      hint: `Get an access token with the scope ${scopeOf[audience]} as ${metadataUrl} says.`,
      headers: { 'www-authenticate': challenge(code !== 'authentication_required') },
    });
  return {
    challenge,
    missing: () => refusal('authentication_required', 'The request carries no credential.'),
    invalid: () => refusal('invalid_credential', 'The access token is not valid here, or no longer.'),
    expired: () => refusal('expired_credential', 'The access token has expired.'),
  };
}
