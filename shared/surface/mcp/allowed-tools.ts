import type { AccessClaims } from '../../kernel/auth/access-token.ts';
import type { Tool } from '../../kernel/api/mcp/tool.ts';
import { roles } from '../../kernel/core/caller.ts';
import { findMemberships } from '../../identity/members/member-store.ts';
import { isGranted } from './granted-tools.ts';
import { tools } from './tools.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

/** Maximum number of workspaces considered to determine a user's tools. */
const WORKSPACES_MAX = 100;

/** The tools that a user may use in at least one workspace, and those that need none, by OAuth scopes of theirs. */
export async function allowedTools(
  read: Reader,
  claims: Pick<AccessClaims, 'userId' | 'scopes'>,
): Promise<Tool[]> {
  const found = await findMemberships(read, claims.userId, { limit: WORKSPACES_MAX });
  const memberships = await Promise.all(
    found.map(({ workspaceId, memberId }) => readMembership(read, workspaceId, memberId)),
  );
  const ranks = memberships.flatMap((membership) =>
    membership?.role && membership.accepted ? roles.indexOf(membership.role) : [],
  );
  const highest = Math.max(-1, ...ranks);
  return tools
    .filter((tool) => isGranted(tool, claims))
    .filter(({ inWorkspace, role }) => !inWorkspace || roles.indexOf(role) <= highest);
}
