import { randomBytes } from 'node:crypto';
import type { PrincipalKind, Role } from '../../shared/auth/caller.ts';
import { putCredential, type Credential } from '../../shared/auth/credential-store.ts';
import type { Scope } from '../../shared/auth/scopes.ts';
import { formatToken, hashSecret, newSecret } from '../../shared/auth/token.ts';
import type { Database } from '../../shared/db/client.ts';
import { createReader } from '../../shared/db/reader.ts';
import { commit } from '../../shared/db/write.ts';
import { systemClock, type Clock } from '../../shared/lib/clock.ts';
import { newId } from '../../shared/lib/id.ts';
import { putLabel } from '../../shared/labels/label-store.ts';
import type { Label } from '../../shared/labels/label.ts';
import { findUserId, joinTeamChanges, leaveTeamChanges, putMember, putUser } from '../../shared/members/member-store.ts';
import type { Member } from '../../shared/members/member.ts';
import { putServiceAccount } from '../../shared/service-accounts/service-account-store.ts';
import type { ServiceAccount } from '../../shared/service-accounts/service-account.ts';
import { putStatus } from '../../shared/statuses/status-store.ts';
import { newTeam } from '../../shared/teams/new-team.ts';
import type { Team } from '../../shared/teams/team.ts';
import { countMembers, putTeam } from '../../shared/teams/team-store.ts';
import { putWorkspace } from '../../shared/workspaces/workspace-store.ts';
import type { Workspace } from '../../shared/workspaces/workspace.ts';
import { CommandError } from './command-error.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Days that a token lives when nothing else is asked for (API.md, "Credentials"). */
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

/**
 * What an operator does to a table directly, beside the API and through the same stores: set up workspaces
 * and hand out the first credentials. Errors are CommandErrors that say what to do.
 */
export function createOperator(database: Database, clock: Clock = systemClock) {
  const read = createReader(database);
  const created = () => ({ createdAt: clock().toISOString(), updatedAt: clock().toISOString() });
  const id = () => newId(clock());

  return {
    async createWorkspace(fields: { name: string; slug: string }): Promise<Workspace> {
      const workspace = { id: id(), ...fields, ...created() };
      const taken = () => new CommandError(`The slug ${fields.slug} belongs to another workspace; choose another.`);
      await commit(database, putWorkspace(workspace, taken));
      return workspace;
    },

    async addMember(fields: { workspaceId: string; name: string; email: string; role: Role }): Promise<Member> {
      const userId = await findUserId(read, fields.email);
      const member: Member = { id: userId ?? id(), ...fields, ...created() };
      const again = () => new CommandError(`${fields.email} is a member of this workspace already.`);
      const race = () => new CommandError(`${fields.email} was added at the same moment; run the command again.`);
      await commit(database, [putMember(member, again), ...(userId ? [] : putUser(member, race))]);
      return member;
    },

    async createTeam(fields: Parameters<typeof newTeam>[0]): Promise<Team> {
      const { team, statuses, defaultStatus } = newTeam(fields, clock(), id);
      const taken = () => new CommandError(`The code ${fields.code} belongs to another team; choose another.`);
      await commit(database, [...putTeam(team, defaultStatus, taken), ...statuses.map(putStatus)]);
      return team;
    },

    async joinTeam(place: { workspaceId: string; teamId: string; principalId: string }): Promise<void> {
      const again = () => new CommandError('They are in this team already.');
      const gone = () => new CommandError('There is no such team.');
      await commit(database, [...joinTeamChanges(place, clock(), again), countMembers(place.teamId, 1, gone)]);
    },

    async leaveTeam(place: { workspaceId: string; teamId: string; principalId: string }): Promise<void> {
      const absent = () => new CommandError('They are not in this team.');
      const gone = () => new CommandError('There is no such team.');
      await commit(database, [...leaveTeamChanges(place, absent), countMembers(place.teamId, -1, gone)]);
    },

    async createLabel(fields: Pick<Label, 'workspaceId' | 'teamId' | 'name' | 'color'>): Promise<Label> {
      const label: Label = { id: id(), ...fields, ...created() };
      await commit(database, putLabel(label, () => new CommandError(`There is a label named ${label.name} already.`)));
      return label;
    },

    async createServiceAccount(workspaceId: string, name: string, teamIds: readonly string[]): Promise<ServiceAccount> {
      const account = { id: id(), workspaceId, name, ...created() };
      await commit(database, [putServiceAccount(account, teamIds)]);
      return account;
    },

    /** Makes a credential and gives its token, which is shown nowhere else and kept nowhere. */
    async createToken({ lifetime = DEFAULT_TOKEN_DAYS * DAY, ...fields }: NewToken): Promise<{ token: string; credential: Credential }> {
      const { workspaceId, principalId, principalKind } = fields;
      const secret = newSecret(randomBytes);
      const credential: Credential = {
        ...fields,
        id: id(),
        hash: hashSecret(secret),
        teamIds: fields.teamIds ?? null,
        createdAt: clock().toISOString(),
        expiresAt: new Date(clock().getTime() + lifetime).toISOString(),
        revokedAt: null,
      };
      await commit(database, [putCredential(credential)]);
      const kind = principalKind === 'user' ? 'personal' : 'service';
      return { token: formatToken({ kind, workspaceId, principalId, credentialId: credential.id, secret }), credential };
    },
  };
}

export type Operator = ReturnType<typeof createOperator>;
