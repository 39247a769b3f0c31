import { ApiError, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { WithSecret, type OperationContext } from '../../kernel/core/call.ts';
import type { Caller, PrincipalKind } from '../../kernel/core/caller.ts';
import type { Credential } from '../../kernel/auth/credential-store.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { formatToken, hashSecret, newSecret } from '../../kernel/auth/token.ts';
import { showToken, type Token } from './token.ts';
import type { Membership } from '../../kernel/auth/membership-store.ts';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Lifetime of a credential (docs/guides/limits.md). */
const LIFETIME_MS = { least: MINUTE_MS, most: 365 * DAY_MS, usual: 90 * DAY_MS };

/** The principal of a new credential. */
interface Holder {
  id: string;
  kind: PrincipalKind;
  membership: Membership;
  /** Whether someone else creates it for a person who has not accepted yet. */
  untilAccepted?: boolean;
}

interface CredentialRequest {
  name: string;
  scopes: Scope[];
  teamRestriction?: string[] | undefined;
  expiresAt?: string | undefined;
  writes: 'direct' | 'proposed';
}

/**
 * Makes a credential for a holder, which is yet to be stored, and what shows it with its secret. A credential cannot have
 * more rights than the one that creates it.
 */
export function newCredential(
  { caller, now, newId, randomBytes }: Pick<OperationContext, 'caller' | 'now' | 'newId' | 'randomBytes'>,
  holder: Holder,
  { name, scopes, teamRestriction, expiresAt, writes }: CredentialRequest,
): { credential: Credential; shown: WithSecret<Token> } {
  assertOwnScopes(caller, scopes);
  assertReachedTeams(caller, holder, teamRestriction);
  const { workspaceId } = caller;
  const secret = newSecret(randomBytes);
  const credential: Credential = {
    id: newId(),
    workspaceId,
    principalId: holder.id,
    principalKind: holder.kind,
    memberSince: holder.membership.since,
    name,
    hash: hashSecret(secret),
    scopes,
    teamIds: teamRestriction ?? null,
    createdAt: now.toISOString(),
    expiresAt: expiryOrThrow(now, expiresAt),
    revokedAt: null,
    untilAccepted: holder.untilAccepted ?? false,
    proposes: writes === 'proposed',
  };
  const kind = holder.kind === 'user' ? 'personal' : 'service';
  const { id: credentialId, principalId } = credential;
  const shown = new WithSecret(
    showToken({ caller, membership: holder.membership }, credential),
    formatToken({ kind, workspaceId, principalId, credentialId, secret }),
  );
  return { credential, shown };
}

/** Throws a 403 for scopes that the caller's own token lacks. */
export function assertOwnScopes(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length === 0) return;
  throw new ApiError(
    'insufficient_scope',
    `Your token lacks ${missing.join(' and ')}, so it cannot grant it.`,
    {
      hint: 'Request only scopes that your own token has.',
      details: { missingScopes: missing },
    },
  );
}

/**
 * A credential without a team restriction can access all current and future teams of its holder. It must not
 * exceed its creator's access, so it is allowed only for the creator themself, or for a service account whose
 * teams the creator is all in. The creator's own credential has no team restriction, since restricted ones
 * cannot create credentials. An operator can also name teams that the holder has yet to join.
 */
function assertReachedTeams(caller: Caller, holder: Holder, teamIds: readonly string[] | undefined): void {
  const { teamIds: joined } = holder.membership;
  if (teamIds === undefined) {
    if (caller.kind === 'operator') return;
    const theirs = holder.id === caller.principalId;
    const covered = holder.kind === 'serviceAccount' && [...joined].every((id) => caller.teamIds.has(id));
    if (theirs || covered) return;
    throw invalidRequest([
      {
        path: 'teamRestriction',
        code: 'required',
        message: 'is required: list teams that you are a member of',
      },
    ]);
  }
  const problems = teamIds.flatMap((id, position) =>
    caller.teamIds.has(id) && (joined.has(id) || caller.kind === 'operator')
      ? []
      : [
          {
            path: `teamRestriction.${position}`,
            message: 'is not a team that both you and the holder are members of',
          },
        ],
  );
  if (problems.length > 0) throw invalidReference(problems);
}

function expiryOrThrow(now: Date, expiresAt: string | undefined): string {
  if (expiresAt === undefined) return new Date(now.getTime() + LIFETIME_MS.usual).toISOString();
  const lifetime = Date.parse(expiresAt) - now.getTime();
  if (lifetime >= LIFETIME_MS.least && lifetime <= LIFETIME_MS.most) return expiresAt;
  throw invalidRequest([{ path: 'expiresAt', message: 'must be between 1 minute and 365 days from now' }]);
}
