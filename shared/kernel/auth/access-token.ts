import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { ApiError } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import { assertNoTokenInUrl } from './authenticate.ts';
import type { Caller } from '../core/caller.ts';
import type { PurposeKeys } from '../core/keyring.ts';
import { newId } from '../core/id.ts';
import type { MemberLink } from './member-link-store.ts';
import { getGrant } from './grant-store.ts';
import {
  channels,
  machineScopes,
  resourceMetadataUrl,
  resourceUrl,
  scopeOf,
  type Audience,
} from './audience.ts';
import type { Reader } from '../core/database.ts';
import { readMembership } from './membership-store.ts';

/** Lifetime of an access token in seconds. */
const ACCESS_TOKEN_SECONDS = 15 * 60;

type TokenServices = Pick<Services, 'keys' | 'baseUrl' | 'now'>;

/** Claims of an access token whose signature, audience and expiry have been verified. */
export interface AccessClaims {
  userId: string;
  clientId: string;
  grantId: string;
  audience: Audience;
  scopes: readonly string[];
  expiresAt: string;
}

/** The principal of a valid access token: a user, through an active grant. */
export type OAuthPrincipal = AccessClaims & { clientName: string };

/** The key with which a token was signed, by the version in its header. Throws like jose for an unknown one. */
const keyOf =
  ({ all }: PurposeKeys) =>
  ({ kid }: { kid?: string }): Buffer => {
    const found = all.find(({ version }) => String(version) === kid);
    if (!found) throw new errors.JWKSNoMatchingKey();
    return found.key;
  };

/**
 * Creates an access token: a JWT of type at+jwt (RFC 9068) for one audience. Returns it with its lifetime in
 * seconds.
 */
export async function signAccessToken(
  {
    userId,
    clientId,
    grantId,
    audience,
    scopes,
  }: Pick<AccessClaims, 'userId' | 'clientId' | 'grantId' | 'audience' | 'scopes'>,
  services: TokenServices,
): Promise<{ token: string; expiresIn: number }> {
  const now = services.now();
  const { current } = await services.keys('accessToken');
  const issuedAt = Math.floor(now.getTime() / 1000);
  const token = await new SignJWT({ client_id: clientId, grant_id: grantId, scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: String(current.version) })
    .setIssuer(services.baseUrl())
    .setAudience(resourceUrl(audience, services.baseUrl()))
    .setSubject(userId)
    .setJti(newId(now))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(current.key);
  return { token, expiresIn: ACCESS_TOKEN_SECONDS };
}

/**
 * Verifies a request's access token from its Authorization header alone and returns the claims. Does no
 * reads, so that subsequent reads share one batch. Throws a 401 with the challenge of RFC 9728, section 5.1.
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
    const { payload } = await jwtVerify(text, keyOf(await services.keys('accessToken')), {
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

/** Throws the 401 for an access token that does not even claim to be for the API. Verifies nothing else. */
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
 * Returns the principal of verified claims after a strongly consistent read of the grant, so that revocation
 * takes effect immediately. Throws a 401 if the grant was revoked or the user's password has changed.
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

/** verifyAccessToken followed by resolveGrant. */
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
 * Returns a principal as a caller in a workspace, with current role and teams; undefined if the user is not a
 * member or has not accepted the membership.
 */
export async function resolveOAuthCaller(
  principal: Omit<OAuthPrincipal, 'clientName'> & { clientName?: string },
  { workspaceId, memberId }: MemberLink,
  read: Reader,
): Promise<Caller | undefined> {
  const { userId, grantId, audience, scopes, clientName = '', expiresAt } = principal;
  const membership = await readMembership(read, workspaceId, memberId);
  if (!membership?.role || !membership.accepted || membership.userId !== userId) return undefined;
  return {
    kind: 'user',
    principalId: memberId,
    workspaceId,
    role: membership.role,
    scopes: machineScopes(audience, scopes),
    teamIds: membership.teamIds,
    restrictedTeamIds: null,
    credentialId: grantId,
    credentialName: clientName,
    expiresAt,
    actor: { kind: 'user', id: memberId, via: channels[audience] },
  };
}

/** A user outside of any workspace, without membership rights. */
export const callerOutside = ({ userId, grantId, expiresAt, audience }: AccessClaims): Caller => ({
  kind: 'user',
  principalId: userId,
  workspaceId: '',
  role: 'guest',
  scopes: new Set(),
  teamIds: new Set(),
  restrictedTeamIds: null,
  credentialId: grantId,
  credentialName: '',
  expiresAt,
  actor: { kind: 'user', id: userId, via: channels[audience] },
});

/** The 401 errors of an audience, each with the challenge that says where a client has to start. */
function refusals(audience: Audience, baseUrl: string) {
  const metadataUrl = resourceMetadataUrl(audience, baseUrl);
  const metadata = `resource_metadata="${metadataUrl}", scope="${scopeOf[audience]}"`;
  const challenge = (presented: boolean) => `Bearer ${presented ? 'error="invalid_token", ' : ''}${metadata}`;
  const refusal = (
    code: 'authentication_required' | 'invalid_credential' | 'expired_credential',
    message: string,
  ) =>
    new ApiError(code, message, {
      hint: `See ${metadataUrl} for how to obtain an access token with the scope ${scopeOf[audience]}.`,
      headers: { 'www-authenticate': challenge(code !== 'authentication_required') },
    });
  return {
    challenge,
    missing: () => refusal('authentication_required', 'The request has no credential.'),
    invalid: () => refusal('invalid_credential', 'The access token is invalid or has been revoked.'),
    expired: () => refusal('expired_credential', 'The access token has expired.'),
  };
}
