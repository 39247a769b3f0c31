import { addTeamMember } from '../team-members/add-team-member.ts';
import { createTeam } from '../cascades/create-team.ts';
import { deleteTeam } from '../cascades/delete-team.ts';
import { getTeam } from '../teams/get-team.ts';
import { joinTeam } from '../team-members/join-team.ts';
import { leaveTeam } from '../team-members/leave-team.ts';
import { listJoinableTeams } from '../teams/list-joinable-teams.ts';
import { listTeams } from '../teams/list-teams.ts';
import { removeTeamMember } from '../team-members/remove-team-member.ts';
import { updateTeam } from '../teams/update-team.ts';

export const teamOperations = [
  listTeams,
  listJoinableTeams,
  createTeam,
  getTeam,
  updateTeam,
  deleteTeam,
  joinTeam,
  leaveTeam,
  addTeamMember,
  removeTeamMember,
];
