import { ApiError } from '../core/errors.ts';
import type { Caller } from '../core/caller.ts';
import { getCredential } from './credential-store.ts';
import { matchesHash, parseToken, type TokenContents } from './token.ts';
import type { Reader } from '../core/database.ts';
import { readMembership, type Membership } from './membership-store.ts';
import type { Scope } from '../core/scopes.ts';

/** Returns a request's token from its Authorization header alone; otherwise throws a 401 with the reason. */
export function bearerToken(
  headers: Record<string, string | undefined>,
  query: URLSearchParams,
): TokenContents {
  assertNoTokenInUrl(query, challenge('invalid_credential'));
  const header = headers['authorization'];
  if (!header) throw unauthenticated('authentication_required', 'The request has no credential.');
  const [, text = ''] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  const token = parseToken(text);
  if (token) return token;
  throw unauthenticated(
    'invalid_credential',
    'The Authorization header does not contain a well-formed token.',
    {
      hint: 'Send Authorization: Bearer followed by the complete token, which starts with plt_pat_ or plt_svc_.',
    },
  );
}

/** Throws a 401 for a request whose URL contains something that looks like a token. */
export function assertNoTokenInUrl(query: URLSearchParams, wwwAuthenticate: string): void {
  if (![...query].some(looksLikeToken)) return;
  throw new ApiError('invalid_credential', 'The token was sent in the URL, which is never accepted.', {
    hint: 'Send it in the Authorization header. Revoke this token, because URLs end up in logs.',
    headers: { 'www-authenticate': wwwAuthenticate },
  });
}

const looksLikeToken = ([name, value]: [string, string]): boolean =>
  /^(access_token|refresh_token|token|api_key|authorization)$/i.test(name) ||
  /plt_(pat|svc|ort)_|\beyJ[\w-]+\.eyJ/.test(`${name}=${value}`);

/**
 * Returns the caller of a token with its current rights. Both reads are issued at once, so they share a batch
 * with the request's other reads. Throws a 401 in the same words for every invalid token; only the holder of
 * the correct secret learns that a token has expired.
 */
export async function authenticate(token: TokenContents, read: Reader, now: Date): Promise<Caller> {
  const [credential, membership] = await Promise.all([
    getCredential(read, token.credentialId),
    readMembership(read, token.workspaceId, token.principalId),
  ]);
  const valid =
    credential !== undefined &&
    matchesHash(token.secret, credential.hash) &&
    credential.revokedAt === null &&
    credential.workspaceId === token.workspaceId &&
    credential.principalId === token.principalId &&
    (credential.principalKind === 'serviceAccount') === (token.kind === 'service') &&
    membership !== undefined &&
    credential.memberSince === membership.since &&
    !(credential.untilAccepted && membership.accepted);
  if (!valid) throw unauthenticated('invalid_credential', 'The token is invalid or has been revoked.');
  if (credential.expiresAt <= now.toISOString()) {
    throw unauthenticated('expired_credential', `The token expired at ${credential.expiresAt}.`);
  }
  const { teamIds: restrictedTeamIds } = credential;
  const joined = membership.teamIds;
  return {
    kind: credential.principalKind,
    principalId: credential.principalId,
    workspaceId: credential.workspaceId,
    role: membership.role,
    scopes: scopesWithin(credential.scopes, membership),
    teamIds: restrictedTeamIds ? new Set(restrictedTeamIds.filter((id) => joined.has(id))) : joined,
    restrictedTeamIds,
    credentialId: credential.id,
    credentialName: credential.name,
    expiresAt: credential.expiresAt,
    proposes: credential.proposes || membership.proposes,
    actor: {
      kind: credential.principalKind === 'user' ? 'user' : 'service_account',
      id: credential.principalId,
      via: 'rest',
    },
  };
}

/** The scopes of a credential that its principal has too: a key of a service account never exceeds the account. */
function scopesWithin(granted: readonly Scope[], { scopes }: Membership): ReadonlySet<Scope> {
  return new Set(scopes ? granted.filter((scope) => scopes.includes(scope)) : granted);
}

function unauthenticated(
  code: 'authentication_required' | 'invalid_credential' | 'expired_credential',
  message: string,
  options: { hint?: string } = {},
): ApiError {
  return new ApiError(code, message, { ...options, headers: { 'www-authenticate': challenge(code) } });
}

const challenge = (code: string): string =>
  `Bearer realm="Plotline"${code === 'authentication_required' ? '' : ', error="invalid_token"'}`;
