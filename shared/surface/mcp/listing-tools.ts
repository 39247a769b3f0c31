import { listMembers } from '../../identity/members/list-members.ts';
import { listWorkspaces } from '../../identity/members/list-workspaces.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import { listTeams } from '../../identity/teams/list-teams.ts';
import { listLabels } from '../../planning/labels/list-labels.ts';
import { labelsWithScope } from './labels-with-scope.ts';
import { membersWithWork } from './members-with-work.ts';
import { statusesInOrder } from './statuses-in-order.ts';
import { toolsOf } from './tools-of.ts';

/** The tools that list what a workspace is made of. */
export const listingTools = toolsOf([
  [[listWorkspaces]],
  [[listTeams]],
  [[listMembers, membersWithWork]],
  [[listStatuses, statusesInOrder]],
  [[listLabels, labelsWithScope]],
]);
