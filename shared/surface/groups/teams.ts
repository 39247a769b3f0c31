import { teamOperationsWith } from '../../identity/teams/index.ts';
import { teamContents } from '../../planning/team-contents.ts';

export const teamOperations = teamOperationsWith(teamContents);
