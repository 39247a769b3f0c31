import type { Role } from '../../../shared/auth/caller.ts';
import { commit } from '../../../shared/db/write.ts';
import type { InvitedMember, Member } from '../../../shared/members/member.ts';
import {
  getMemberItem,
  isMemberItem,
  joinedTeams,
  joinTeamChanges,
  leaveTeamChanges,
  leaveTeamsChanges,
  listMemberItems,
  removeMember,
  TEAMS_AT_ONCE,
  toMember,
  updateMember,
} from '../../../shared/members/member-store.ts';
import { enrolMember } from '../../../shared/members/enrol-member.ts';
import { getMemberId } from '../../../shared/members/member-link-store.ts';
import { findUserId } from '../../../shared/members/user-store.ts';
import { retryRaces } from '../../../shared/api/retry-races.ts';
import { assertRoomForTeam } from '../../../shared/members/membership.ts';
import { countMembers } from '../../../shared/teams/team-store.ts';
import { CommandError } from '../command-error.ts';
import { raceLost, type OperatorContext } from './context.ts';

interface Place {
  workspaceId: string;
  teamId: string;
  principalId: string;
}

/** A member and the ids of the teams they are in. */
export type Membership = Member & { teamIds: string[] };

const noTeam = () => new CommandError('There is no such team.');

export const memberCommands = ({ database, read, clock, newId, changed }: OperatorContext) => ({
  /** Adds a person to a workspace, who need not accept it: they were asked by whoever runs the service. */
  async addMember(fields: {
    workspaceId: string;
    name: string;
    email: string;
    role: Role;
  }): Promise<InvitedMember> {
    const again = () => new CommandError(`${fields.email} is a member of this workspace already.`);
    return await retryRaces(async () => {
      const enrolment = { userId: await findUserId(read, fields.email), fields, accepted: true };
      const { member, changes } = await enrolMember(read, enrolment, { now: clock(), newId }, again);
      await commit(database, changes);
      return member;
    });
  },

  async getMember(workspaceId: string, id: string): Promise<Membership | undefined> {
    const item = await getMemberItem(read, workspaceId, id);
    return isMemberItem(item) ? { ...toMember(item), teamIds: [...joinedTeams(item)] } : undefined;
  },

  async findMember(workspaceId: string, email: string): Promise<Membership | undefined> {
    const userId = await findUserId(read, email);
    const id = userId === undefined ? undefined : await getMemberId(read, userId, workspaceId);
    return id === undefined ? undefined : await this.getMember(workspaceId, id);
  },

  /** The members of a workspace, newest first. */
  listMembers: async (workspaceId: string): Promise<Member[]> =>
    (await listMemberItems(read, workspaceId)).map(toMember),

  async updateMember(member: Member, changes: Partial<Pick<Member, 'name' | 'role'>>): Promise<Member> {
    const item = await getMemberItem(read, member.workspaceId, member.id);
    if (!isMemberItem(item) || toMember(item).updatedAt !== member.updatedAt) throw raceLost();
    const next = changed(member, changes);
    await commit(database, updateMember(next, item, raceLost));
    return next;
  },

  async joinTeam(place: Place): Promise<void> {
    const item = await getMemberItem(read, place.workspaceId, place.principalId);
    if (item) assertRoomForTeam(joinedTeams(item));
    const again = () => new CommandError('They are in this team already.');
    await commit(database, [
      ...joinTeamChanges(place, clock(), again),
      countMembers(place.teamId, 1, noTeam),
    ]);
  },

  async leaveTeam(place: Place): Promise<void> {
    const absent = () => new CommandError('They are not in this team.');
    await commit(database, [...leaveTeamChanges(place, absent), countMembers(place.teamId, -1, noTeam)]);
  },

  /** Takes a member out of every team and the workspace. What is left when it is cut off can be run again. */
  async removeMember({ workspaceId, id }: Pick<Membership, 'workspaceId' | 'id'>): Promise<void> {
    for (;;) {
      const item = await getMemberItem(read, workspaceId, id);
      if (!isMemberItem(item)) throw raceLost();
      const teamIds = [...joinedTeams(item)];
      if (teamIds.length <= TEAMS_AT_ONCE)
        return await commit(database, removeMember(item, clock(), raceLost));
      const some = teamIds.slice(0, TEAMS_AT_ONCE);
      await commit(database, leaveTeamsChanges({ workspaceId, principalId: id }, some, raceLost));
    }
  },
});
