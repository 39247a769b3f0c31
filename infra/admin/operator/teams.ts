import { commit } from '../../../shared/db/write.ts';
import { listTeamMemberIds } from '../../../shared/members/member-store.ts';
import { putStatuses } from '../../../shared/statuses/new-statuses.ts';
import { newTeam } from '../../../shared/teams/new-team.ts';
import type { Team } from '../../../shared/teams/team.ts';
import {
  findTeamId,
  getTeamItem,
  listAllTeamItems,
  putTeam,
  toTeam,
  updateTeam,
} from '../../../shared/teams/team-store.ts';
import { CommandError } from '../command-error.ts';
import { raceLost, type OperatorContext } from './context.ts';

export const teamCommands = ({ database, read, clock, newId, changed }: OperatorContext) => ({
  async createTeam(fields: Parameters<typeof newTeam>[0]): Promise<Team> {
    const { team, statuses, defaultStatus } = newTeam(fields, clock(), newId);
    const taken = () => new CommandError(`The code ${fields.code} belongs to another team; choose another.`);
    await commit(database, [...putTeam(team, defaultStatus, taken), ...putStatuses(statuses, raceLost)]);
    return team;
  },

  async getTeam(id: string): Promise<Team | undefined> {
    const item = await getTeamItem(read, id);
    return item && toTeam(item);
  },

  async findTeam(workspaceId: string, code: string): Promise<Team | undefined> {
    const id = await findTeamId(read, workspaceId, code);
    return id === undefined ? undefined : await this.getTeam(id);
  },

  /** All teams of a workspace, private ones too, by name. */
  async listTeams(workspaceId: string): Promise<Team[]> {
    const teams = (await listAllTeamItems(read, workspaceId)).map(toTeam);
    return teams.sort((a, b) => a.name.localeCompare(b.name));
  },

  /** The ids of the members in a team. */
  listTeamMemberIds: (teamId: string): Promise<string[]> => listTeamMemberIds(read, teamId),

  async updateTeam(
    team: Team,
    changes: Partial<Pick<Team, 'name' | 'color' | 'private' | 'sprintsEnabled'>>,
  ): Promise<Team> {
    const next = changed(team, changes);
    await commit(database, [updateTeam(next, team, raceLost)]);
    return next;
  },
});
