import { createOperator } from '../../cli/operator.ts';
import { operationsOver, type OperatorSettings } from '../../cli/core/operations.ts';
import { inviteMember } from '../../shared/pages/accounts/invite-member.ts';
import { setPassword } from '../../shared/pages/accounts/set-password.ts';
import { parseUserSecret } from '../../shared/kernel/auth/user-secret.ts';
import type { PrincipalKind } from '../../shared/kernel/core/caller.ts';
import { listCredentials } from '../../shared/kernel/auth/credential-store.ts';
import type { Scope } from '../../shared/kernel/core/scopes.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { archiveLabel } from '../../shared/planning/labels/archive-label.ts';
import { createLabel } from '../../shared/planning/labels/create-label.ts';
import type { Label } from '../../shared/planning/labels/label.ts';
import { listLabels } from '../../shared/planning/labels/list-labels.ts';
import { addMember } from '../../shared/identity/members/add-member.ts';
import { getPerson } from '../../shared/identity/members/get-person.ts';
import { listMembers } from '../../shared/identity/members/list-members.ts';
import { isMemberItem, listTeamMemberIds, toMember } from '../../shared/identity/members/member-store.ts';
import type { InvitedMember, Member } from '../../shared/identity/members/member.ts';
import { getMemberId } from '../../shared/kernel/auth/member-link-store.ts';
import { findUserId } from '../../shared/identity/members/user-store.ts';
import { removeMember } from '../../shared/identity/members/remove-member.ts';
import { updateMember } from '../../shared/identity/members/update-member.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { addServiceAccountTeam } from '../../shared/identity/service-accounts/add-service-account-team.ts';
import { createServiceAccountKey } from '../../shared/identity/service-accounts/create-service-account-key.ts';
import { createServiceAccount } from '../../shared/identity/service-accounts/create-service-account.ts';
import { deleteServiceAccount } from '../../shared/identity/service-accounts/delete-service-account.ts';
import { removeServiceAccountTeam } from '../../shared/identity/service-accounts/remove-service-account-team.ts';
import type { ServiceAccount } from '../../shared/identity/service-accounts/service-account.ts';
import {
  getServiceAccountItem,
  toServiceAccount,
} from '../../shared/identity/service-accounts/service-account-store.ts';
import { createSprint } from '../../shared/planning/sprints/create-sprint.ts';
import { addTeamMember } from '../../shared/identity/teams/add-team-member.ts';
import { createTeam } from '../../shared/identity/teams/create-team.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import { getTeamItem, toTeam } from '../../shared/identity/team/team-store.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { removeTeamMember } from '../../shared/identity/teams/remove-team-member.ts';
import { updateTeam } from '../../shared/identity/teams/update-team.ts';
import { createToken } from '../../shared/identity/tokens/create-token.ts';
import type { Token } from '../../shared/identity/tokens/token.ts';
import { revokeToken } from '../../shared/identity/tokens/revoke-token.ts';
import { createFeedbackUpdate } from '../../shared/feedback/updates/create-feedback-update.ts';
import { createWorkspace } from '../../shared/identity/workspaces/create-workspace.ts';
import { renameWorkspace } from '../../shared/identity/workspaces/rename-workspace.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { getMemberItem, joinedTeams } from '../../shared/kernel/auth/membership-store.ts';

interface Place {
  workspaceId: string;
  teamId: string;
  /** A member. */
  principalId: string;
}

interface NewToken {
  workspaceId: string;
  principalId: string;
  principalKind: PrincipalKind;
  name: string;
  scopes: readonly Scope[];
  teamIds?: readonly string[];
  writes?: 'proposed';
  /** Milliseconds from now until it expires; negative for a token that has. */
  lifetime?: number;
}

const MINUTE_MS = 60_000;

/**
 * What tests set up as an operator of the deployment: operations of the registry, in short, and a look at what is
 * stored.
 */
export function createTestOperator(database: Database, settings?: OperatorSettings) {
  const operator = createOperator(database, undefined, settings);
  const { outside, within } = operator;
  const changed = <T extends { updatedAt: string }>({ updatedAt }: T, changes: object) => ({
    expectedUpdatedAt: updatedAt,
    ...changes,
  });
  return {
    ...operator,

    createWorkspace: (body: { name: string; slug: string }) => outside.run(createWorkspace, { body }),
    renameWorkspace: ({ id }: { id: string }, name: string) =>
      within(id).run(renameWorkspace, { body: { name } }),

    createTeam: ({ workspaceId, ...body }: { workspaceId: string } & Partial<Team>) =>
      within(workspaceId).run(createTeam, { body }),
    updateTeam: (team: Team, changes: Partial<Team>) =>
      within(team.workspaceId).run(updateTeam, { path: { teamId: team.id }, body: changed(team, changes) }),
    listTeams: (workspaceId: string) => within(workspaceId).list(listTeams),
    async getTeam(id: string): Promise<Team | undefined> {
      const item = await getTeamItem(createReader(database), id);
      return item && toTeam(item);
    },
    listTeamMemberIds: (teamId: string) => listTeamMemberIds(createReader(database), teamId),

    async addMember({
      workspaceId,
      ...body
    }: Pick<InvitedMember, 'workspaceId' | 'name' | 'email' | 'role'>) {
      return { ...(await within(workspaceId).run(addMember, { body })), email: body.email };
    },
    /** Undefined for who is no member. */
    async getMember(workspaceId: string, id: string) {
      const item = await getMemberItem(createReader(database), workspaceId, id);
      return isMemberItem(item) ? { ...toMember(item), teamIds: [...joinedTeams(item)] } : undefined;
    },
    /** The id of the member that the person with an address is, or was. */
    async findMemberId(workspaceId: string, email: string): Promise<string | undefined> {
      const read = createReader(database);
      const userId = await findUserId(read, email);
      return userId === undefined ? undefined : await getMemberId(read, userId, workspaceId);
    },
    listMembers: (workspaceId: string) => within(workspaceId).list(listMembers),
    updateMember: (
      { workspaceId, id: memberId, ...member }: Member,
      changes: Partial<Pick<Member, 'name' | 'role'>>,
    ) => within(workspaceId).run(updateMember, { path: { memberId }, body: changed(member, changes) }),
    removeMember: ({ workspaceId, id: memberId }: Pick<Member, 'workspaceId' | 'id'>) =>
      within(workspaceId).run(removeMember, { path: { memberId } }),
    joinTeam: ({ workspaceId, teamId, principalId: memberId }: Place) =>
      within(workspaceId).run(addTeamMember, { path: { teamId }, body: { memberId } }),
    leaveTeam: ({ workspaceId, teamId, principalId: memberId }: Place) =>
      within(workspaceId).run(removeTeamMember, { path: { teamId, memberId } }),
    personOf: ({ workspaceId, id: memberId }: Pick<Member, 'workspaceId' | 'id'>) =>
      within(workspaceId).run(getPerson, { body: { memberId } }),
    setPassword: ({ workspaceId, id: memberId }: Pick<Member, 'workspaceId' | 'id'>, password: string) =>
      within(workspaceId).run(setPassword, { body: { memberId, password } }),
    async inviteMember({ workspaceId, id: memberId }: Pick<Member, 'workspaceId' | 'id'>) {
      const { secret } = await within(workspaceId).runForSecret(inviteMember, { body: { memberId } });
      return parseUserSecret(secret)!;
    },

    createLabel: ({
      workspaceId,
      teamId,
      ...body
    }: Pick<Label, 'workspaceId' | 'teamId' | 'name' | 'color'>) =>
      within(workspaceId).run(createLabel, { body: { ...body, ...(teamId === null ? {} : { teamId }) } }),
    listLabels: (workspaceId: string) => within(workspaceId).list(listLabels),
    archiveLabel: ({ workspaceId, id: labelId }: Label) =>
      within(workspaceId).run(archiveLabel, { path: { labelId } }),

    createSprint: ({ id: teamId, workspaceId }: Team, fields: object) =>
      within(workspaceId).run(createSprint, { body: { ...fields, teamId } }),
    createFeedbackUpdate: ({ id: portalId, workspaceId }: Portal, body: object) =>
      within(workspaceId).run(createFeedbackUpdate, { path: { portalId }, body }),

    /** Makes a credential at the time that gives it the wanted end. */
    async createToken(wanted: NewToken): Promise<{ token: string; credential: Token }> {
      const { workspaceId, principalId, principalKind, lifetime, teamIds, ...fields } = wanted;
      const now = Date.now();
      const expiresAt = lifetime === undefined ? {} : { expiresAt: new Date(now + lifetime).toISOString() };
      const madeAt = new Date(lifetime === undefined ? now : Math.min(now, now + lifetime - MINUTE_MS));
      const operations = operationsOver(database, () => madeAt)({ workspaceId });
      const restriction = teamIds === undefined ? {} : { teamRestriction: teamIds };
      const body = { ...fields, ...restriction, ...expiresAt };
      const { data: credential, secret: token } =
        principalKind === 'user'
          ? await operations.runForSecret(createToken, { body: { ...body, memberId: principalId } })
          : await operations.runForSecret(createServiceAccountKey, {
              path: { serviceAccountId: principalId },
              body,
            });
      return { token, credential };
    },
    revokeToken: ({ workspaceId, id: tokenId }: Token) =>
      within(workspaceId).run(revokeToken, { path: { tokenId } }),
    listTokens: (workspaceId: string, principalId: string) =>
      listCredentials(createReader(database), workspaceId, principalId),

    createServiceAccount: (
      workspaceId: string,
      body: { name: string; teamIds: readonly string[]; scopes: readonly Scope[] },
    ) => within(workspaceId).run(createServiceAccount, { body }),
    async getServiceAccount(workspaceId: string, id: string) {
      const item = await getServiceAccountItem(createReader(database), workspaceId, id);
      return item && { ...toServiceAccount(item), teamIds: [...joinedTeams(item)] };
    },
    changeServiceAccountTeam: (
      { workspaceId, id: serviceAccountId }: ServiceAccount,
      teamId: string,
      change: 'add' | 'delete',
    ) =>
      change === 'add'
        ? within(workspaceId).run(addServiceAccountTeam, { path: { serviceAccountId }, body: { teamId } })
        : within(workspaceId).run(removeServiceAccountTeam, { path: { serviceAccountId, teamId } }),
    deleteServiceAccount: ({
      workspaceId,
      id: serviceAccountId,
    }: Pick<ServiceAccount, 'workspaceId' | 'id'>) =>
      within(workspaceId).run(deleteServiceAccount, { path: { serviceAccountId } }),
  };
}
