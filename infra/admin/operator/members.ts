import type { Role } from '../../../shared/auth/caller.ts';
import { commit } from '../../../shared/db/write.ts';
import type { Member } from '../../../shared/members/member.ts';
import {
  findUserId,
  getMemberItem,
  isMemberItem,
  joinedTeams,
  joinTeamChanges,
  leaveTeamChanges,
  leaveTeamsChanges,
  listMemberItems,
  putMember,
  putUser,
  removeMember,
  TEAMS_AT_ONCE,
  toMember,
  updateMember,
} from '../../../shared/members/member-store.ts';
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

export const memberCommands = ({ database, read, clock, newId, created, changed }: OperatorContext) => ({
  async addMember(fields: { workspaceId: string; name: string; email: string; role: Role }): Promise<Member> {
    const userId = await findUserId(read, fields.email);
    const member: Member = { id: userId ?? newId(), ...fields, ...created(), removedAt: null };
    const again = () => new CommandError(`${fields.email} is a member of this workspace already.`);
    const race = () =>
      new CommandError(`${fields.email} was added at the same moment; run the command again.`);
    await commit(database, [...putMember(member, again), ...(userId ? [] : putUser(member, race))]);
    return member;
  },

  async getMember(workspaceId: string, id: string): Promise<Membership | undefined> {
    const item = await getMemberItem(read, workspaceId, id);
    return isMemberItem(item) ? { ...toMember(item), teamIds: [...joinedTeams(item)] } : undefined;
  },

  async findMember(workspaceId: string, email: string): Promise<Membership | undefined> {
    const id = await findUserId(read, email);
    return id === undefined ? undefined : await this.getMember(workspaceId, id);
  },

  /** The members of a workspace, newest first. */
  listMembers: async (workspaceId: string): Promise<Member[]> =>
    (await listMemberItems(read, workspaceId)).map(toMember),

  async updateMember(member: Member, changes: Partial<Pick<Member, 'name' | 'role'>>): Promise<Member> {
    const next = changed(member, changes);
    await commit(database, updateMember(next, member, raceLost));
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
