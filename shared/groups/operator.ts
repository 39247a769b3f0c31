import { inviteMember } from '../accounts/invite-member.ts';
import { setOwnName } from '../accounts/set-own-name.ts';
import { setPassword } from '../accounts/set-password.ts';
import { allowMailAddress } from '../mail/allow-mail-address.ts';
import { retryFailedMail } from '../mail/retry-failed-mail.ts';
import { getMembership } from '../members/get-membership.ts';
import { getPerson } from '../members/get-person.ts';
import { getToken } from '../tokens/get-token.ts';
import { createWorkspace } from '../cascades/create-workspace.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { listAllWorkspaces } from '../workspaces/list-all-workspaces.ts';
import { renameWorkspace } from '../workspaces/rename-workspace.ts';
import { setWorkspaceLimits } from '../workspaces/set-workspace-limits.ts';

/**
 * Operations available only to the operator of a deployment, through the command line. No function serves
 * them.
 */
export const operatorGroup = [
  createWorkspace,
  listAllWorkspaces,
  findWorkspace,
  renameWorkspace,
  setWorkspaceLimits,
  getToken,
  getMembership,
  getPerson,
  setPassword,
  inviteMember,
  setOwnName,
  retryFailedMail,
  allowMailAddress,
];
