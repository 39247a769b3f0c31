import { inviteMember } from '../../pages/accounts/invite-member.ts';
import { setOwnName } from '../../pages/accounts/set-own-name.ts';
import { setPassword } from '../../pages/accounts/set-password.ts';
import { allowMailAddress } from '../../identity/mail/allow-mail-address.ts';
import { retryFailedMail } from '../../identity/mail/retry-failed-mail.ts';
import { setPortalHost } from '../../feedback/portals/set-portal-host.ts';
import { getMembership } from '../../identity/members/get-membership.ts';
import { getPerson } from '../../identity/members/get-person.ts';
import { getToken } from '../../identity/tokens/get-token.ts';
import { confirmIdentityProvider } from '../../identity/identity-providers/confirm-identity-provider.ts';
import { createWorkspace } from '../../identity/workspaces/create-workspace.ts';
import { findWorkspace } from '../../identity/workspaces/find-workspace.ts';
import { listAllWorkspaces } from '../../identity/workspaces/list-all-workspaces.ts';
import { renameWorkspace } from '../../identity/workspaces/rename-workspace.ts';
import { setWorkspaceLimits } from '../../identity/workspaces/set-workspace-limits.ts';

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
  confirmIdentityProvider,
  getToken,
  getMembership,
  getPerson,
  setPassword,
  inviteMember,
  setOwnName,
  retryFailedMail,
  allowMailAddress,
  setPortalHost,
];
