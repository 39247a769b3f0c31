import type { Tool } from '../api/mcp/tool.ts';
import { roles } from '../core/caller.ts';
import { findMemberships } from '../members/member-store.ts';
import { tools } from './tools.ts';
import type { Reader } from '../core/database.ts';
import { getMembership } from '../auth/membership-store.ts';

/** As many workspaces as are looked at for what a user may do. */
const MAX_WORKSPACES = 100;

/** The tools that a user may use in some workspace, and those that are outside of any. */
export async function allowedTools(read: Reader, userId: string): Promise<Tool[]> {
  const found = await findMemberships(read, userId, { limit: MAX_WORKSPACES });
  const memberships = await Promise.all(
    found.map(({ workspaceId, memberId }) => getMembership(read, workspaceId, memberId)),
  );
  const ranks = memberships.flatMap((membership) =>
    membership?.role && membership.accepted ? roles.indexOf(membership.role) : [],
  );
  const highest = Math.max(-1, ...ranks);
  return tools.filter(({ inWorkspace, role }) => !inWorkspace || roles.indexOf(role) <= highest);
}
