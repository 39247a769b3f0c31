import { addTeamMember } from './add-team-member.ts';
import { createTeam } from './create-team.ts';
import { deleteTeamWith, type LoadTeamContents } from './delete-team.ts';
import { getTeam } from './get-team.ts';
import { joinTeam } from './join-team.ts';
import { leaveTeam } from './leave-team.ts';
import { listJoinableTeams } from './list-joinable-teams.ts';
import { listTeams } from './list-teams.ts';
import { removeTeamMember } from './remove-team-member.ts';
import { updateTeam } from './update-team.ts';

/** The operations on teams, of which deleting one depends on what a team contains. */
export const teamOperationsWith = (loadContents: LoadTeamContents) => [
  listTeams,
  listJoinableTeams,
  createTeam,
  getTeam,
  updateTeam,
  deleteTeamWith(loadContents),
  joinTeam,
  leaveTeam,
  addTeamMember,
  removeTeamMember,
];
