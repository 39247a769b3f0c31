import { randomBytes } from 'node:crypto';
import type { PrincipalKind } from '../../../shared/auth/caller.ts';
import {
  getCredential,
  listCredentials,
  putCredential,
  revokeCredential,
  type Credential,
} from '../../../shared/auth/credential-store.ts';
import type { Scope } from '../../../shared/auth/scopes.ts';
import { formatToken, hashSecret, newSecret } from '../../../shared/auth/token.ts';
import { commit } from '../../../shared/db/write.ts';
import { getMembership } from '../../../shared/members/member-store.ts';
import { CommandError } from '../command-error.ts';
import type { OperatorContext } from './context.ts';

export const DAY = 24 * 60 * 60 * 1000;

/** Days that a token lives when nothing else is asked for (docs/specification.md, "Credentials"). */
export const DEFAULT_TOKEN_DAYS = 90;

export interface NewToken {
  workspaceId: string;
  principalId: string;
  principalKind: PrincipalKind;
  name: string;
  scopes: readonly Scope[];
  teamIds?: readonly string[];
  /** Milliseconds from now until it expires: 1 minute to 365 days. */
  lifetime?: number;
}

export const tokenCommands = ({ database, read, clock, newId }: OperatorContext) => ({
  /** Makes a credential and gives its token, which is shown nowhere else and kept nowhere. */
  async createToken({
    lifetime = DEFAULT_TOKEN_DAYS * DAY,
    ...fields
  }: NewToken): Promise<{ token: string; credential: Credential }> {
    const { workspaceId, principalId, principalKind } = fields;
    const membership = await getMembership(read, workspaceId, principalId);
    const secret = newSecret(randomBytes);
    const credential: Credential = {
      ...fields,
      id: newId(),
      hash: hashSecret(secret),
      memberSince: membership?.since,
      teamIds: fields.teamIds ?? null,
      createdAt: clock().toISOString(),
      expiresAt: new Date(clock().getTime() + lifetime).toISOString(),
      revokedAt: null,
    };
    await commit(database, [putCredential(credential)]);
    const kind = principalKind === 'user' ? 'personal' : 'service';
    return {
      token: formatToken({ kind, workspaceId, principalId, credentialId: credential.id, secret }),
      credential,
    };
  },

  getToken: (id: string): Promise<Credential | undefined> => getCredential(read, id),

  /** The tokens of a principal, newest first, the revoked and expired ones too. */
  listTokens: (workspaceId: string, principalId: string): Promise<Credential[]> =>
    listCredentials(read, workspaceId, principalId),

  /** Ends a token with the next request that uses it. */
  async revokeToken(id: string): Promise<void> {
    const gone = () => new CommandError('The token is revoked already.');
    await commit(database, [revokeCredential(id, clock(), gone)]);
  },

  /**
   * Revokes every token of a principal. One who leaves and comes back must not find old tokens working again,
   * since the id of a person stays the same.
   */
  async revokeAllTokens(workspaceId: string, principalId: string): Promise<void> {
    const tokens = await listCredentials(read, workspaceId, principalId);
    for (const { id, revokedAt } of tokens) if (revokedAt === null) await this.revokeToken(id);
  },
});
