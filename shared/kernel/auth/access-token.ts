import * as errors from 'jose/errors';
import { decodeJwt } from 'jose/jwt/decode';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { ApiError } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import { assertNoTokenInUrl } from './authenticate.ts';
import type { Caller } from '../core/caller.ts';
import type { PurposeKeys } from '../core/keyring.ts';
import { newId } from '../core/id.ts';
import type { MemberLink } from './member-link-store.ts';
import { getGrant, scopesOfGrant, type GrantContent } from './grant-store.ts';
import { subjectClaims, subjectId, subjectOf, type AccessSubject } from './access-subject.ts';
import { getAgentClient } from './agent-client-store.ts';
import { getTrustId } from './trust-store.ts';
import type { Scope } from '../core/scopes.ts';
import {
  channels,
  machineScopes,
  resourceMetadataUrl,
  resourceUrl,
  scopeOf,
  scopesWithin,
  type Audience,
} from './audience.ts';
import type { Reader } from '../core/database.ts';
import { readMembership, type Membership } from './membership-store.ts';

/** Lifetime of an access token in seconds. */
const ACCESS_TOKEN_SECONDS = 15 * 60;

type TokenServices = Pick<Services, 'keys' | 'baseUrl' | 'now'>;

/** Claims of an access token whose signature, audience and expiry have been verified. */
export interface AccessClaims {
  subject: AccessSubject;
  clientId: string;
  grantId: string;
  audience: Audience;
  scopes: readonly string[];
  expiresAt: string;
}

/** The principal of a valid access token: someone, through what granted it, with the scopes that it allows now. */
export type OAuthPrincipal = AccessClaims & {
  clientName: string;
  /** The teams that it is restricted to, or null. */
  teamIds: readonly string[] | null;
  /** `members` withholds the text of visitors. */
  content?: GrantContent | undefined;
  /** Whether what is written with it is only proposed. */
  proposes?: boolean;
};

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
  { subject, clientId, grantId, audience, scopes }: Omit<AccessClaims, 'expiresAt'>,
  services: TokenServices,
): Promise<{ token: string; expiresIn: number }> {
  const now = services.now();
  const { current } = await services.keys('accessToken');
  const issuedAt = Math.floor(now.getTime() / 1000);
  const own = { client_id: clientId, grant_id: grantId, scope: scopes.join(' ') };
  const token = await new SignJWT({ ...subjectClaims(subject), ...own })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: String(current.version) })
    .setIssuer(services.baseUrl())
    .setAudience(resourceUrl(audience, services.baseUrl()))
    .setSubject(subjectId(subject))
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
    const claims = payload as Record<'client_id' | 'grant_id' | 'scope', string> & { exp: number };
    return {
      subject: subjectOf(payload as Record<string, string>),
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
 * Returns the principal of verified claims after a strongly consistent read of what granted them, so that revocation and
 * narrowing take effect immediately. Throws a 401 if that was revoked or replaced, or the user's password has changed.
 */
export async function resolveGrant(
  claims: AccessClaims,
  read: Reader,
  services: TokenServices,
): Promise<OAuthPrincipal> {
  const principal = await principalOfClaims(claims, read, services.now());
  if (principal) return principal;
  throw refusals(claims.audience, services.baseUrl()).invalid();
}

/** The principal of claims; undefined if what granted them was revoked, replaced or has expired. */
export async function principalOfClaims(
  claims: AccessClaims,
  read: Reader,
  now: Date,
): Promise<OAuthPrincipal | undefined> {
  const { subject, grantId, clientId, audience, scopes } = claims;
  if (subject.kind !== 'person') {
    const current = await currentGrantId(subject, read);
    return current === grantId ? { ...claims, clientName: '', teamIds: null } : undefined;
  }
  const grant = await getGrant(read, { userId: subject.userId, id: grantId }, now);
  if (grant?.clientId !== clientId || grant.audience !== audience) return undefined;
  const { clientName, teamIds = null, content, writes } = grant;
  const narrowed = scopesWithin(audience, scopes, scopesOfGrant(grant));
  return { ...claims, clientName, teamIds, content, proposes: writes === 'proposed', scopes: narrowed };
}

/** What currently grants access to an agent or to a person of a company: its keys, or the trust in the provider. */
const currentGrantId = async (
  subject: Exclude<AccessSubject, { kind: 'person' }>,
  read: Reader,
): Promise<string | undefined> =>
  subject.kind === 'agent'
    ? (await getAgentClient(read, subject))?.id
    : await getTrustId(read, subject.workspaceId, subject.providerId);

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
 * Returns a principal as a caller in a workspace, with current role, scopes and teams; undefined if they are none of the
 * workspace, have not accepted the membership, or the grant has no team of theirs there.
 */
export async function resolveOAuthCaller(
  principal: OAuthPrincipal | Promise<OAuthPrincipal | undefined>,
  place: MemberLink,
  read: Reader,
): Promise<Caller | undefined> {
  const [granted, membership] = await Promise.all([
    principal,
    readMembership(read, place.workspaceId, place.memberId),
  ]);
  return granted && membership && callerOf(granted, place, membership);
}

/** A principal as a caller with a membership; undefined if it is not theirs. */
function callerOf(
  principal: OAuthPrincipal,
  { workspaceId, memberId }: MemberLink,
  membership: Membership,
): Caller | undefined {
  const {
    subject,
    audience,
    grantId,
    clientName,
    expiresAt,
    teamIds: restrictedTeamIds,
    proposes = false,
  } = principal;
  if (!isMembershipOf(subject, membership)) return undefined;
  const teamIds = restrictedTeamIds
    ? new Set(restrictedTeamIds.filter((id) => membership.teamIds.has(id)))
    : membership.teamIds;
  if (restrictedTeamIds && teamIds.size === 0) return undefined;
  const isAgent = subject.kind === 'agent';
  return {
    kind: isAgent ? 'serviceAccount' : 'user',
    principalId: memberId,
    workspaceId,
    role: membership.role,
    scopes: isAgent ? agentScopes(principal, membership) : machineScopes(audience, principal.scopes),
    teamIds,
    restrictedTeamIds,
    credentialId: grantId,
    credentialName: clientName,
    expiresAt,
    proposes: membership.proposes || proposes,
    actor: { kind: isAgent ? 'service_account' : 'user', id: memberId, via: channels[audience] },
  };
}

const isMembershipOf = (subject: AccessSubject, { role, accepted, userId }: Membership): boolean =>
  subject.kind === 'agent' ? role === null : role !== null && accepted && userId === subject.userId;

/** The scopes of an agent's token that its service account has now. Those for the API are the API's own. */
function agentScopes(
  { audience, scopes }: Pick<AccessClaims, 'audience' | 'scopes'>,
  membership: Membership,
): ReadonlySet<Scope> {
  const granted: ReadonlySet<string> = audience === 'mcp' ? machineScopes(audience, scopes) : new Set(scopes);
  return new Set((membership.scopes ?? []).filter((scope) => granted.has(scope)));
}

/** A user outside of any workspace, without membership rights. */
export const callerOutside = (
  { subject, grantId, expiresAt, audience }: AccessClaims,
  restrictedTeamIds: readonly string[] | null = null,
): Caller => ({
  kind: 'user',
  principalId: subjectId(subject),
  workspaceId: '',
  role: 'guest',
  scopes: new Set(),
  teamIds: new Set(),
  restrictedTeamIds,
  credentialId: grantId,
  credentialName: '',
  expiresAt,
  actor: { kind: 'user', id: subjectId(subject), via: channels[audience] },
});

/** The 401 errors of an audience, each with the challenge that says where a client has to start. */
function refusals(audience: Audience, baseUrl: string) {
  const metadataUrl = resourceMetadataUrl(audience, baseUrl);
  const metadata = `resource_metadata="${metadataUrl}", scope="${scopeOf[audience]}"`;
  const challenge = (presented: boolean) => `Bearer ${presented ? 'error="invalid_token", ' : ''}${metadata}`;
  const refusal = (
    code: 'authentication_required' | 'invalid_credential' | 'expired_credential',
    message: string,
    hint = '',
  ) =>
    new ApiError(code, message, {
      hint: `${hint}${metadataUrl} says how to obtain an access token with the scope ${scopeOf[audience]}.`,
      headers: { 'www-authenticate': challenge(code !== 'authentication_required') },
    });
  return {
    challenge,
    missing: () => refusal('authentication_required', 'The request has no credential.'),
    invalid: () =>
      refusal(
        'invalid_credential',
        'The access token is invalid or has been revoked.',
        'Tokens that begin with plt_ are for the REST API and do not work here. ',
      ),
    expired: () => refusal('expired_credential', 'The access token has expired.'),
  };
}
