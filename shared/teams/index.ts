import { addTeamMember } from './add-team-member.ts';
import { createTeam } from './create-team.ts';
import { getTeam } from './get-team.ts';
import { joinTeam } from './join-team.ts';
import { listJoinableTeams } from './list-joinable-teams.ts';
import { listTeams } from './list-teams.ts';

export const teamOperations = [listTeams, listJoinableTeams, createTeam, getTeam, joinTeam, addTeamMember];
