import type { AccessClaims } from '../../kernel/auth/access-token.ts';
import type { ListedTool } from '../../kernel/api/mcp/tool.ts';
import { roles } from '../../kernel/core/caller.ts';
import { findMemberships } from '../../identity/members/member-store.ts';
import { onlyWorkspaceOf } from '../../kernel/auth/access-subject.ts';
import type { AgentPlace } from '../../kernel/auth/agent-client-store.ts';
import { isGranted } from './granted-tools.ts';
import { listedTools } from './listed-tools.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

/** Maximum number of workspaces considered to determine a user's tools. */
const WORKSPACES_MAX = 100;

/** The tools that the holder of a token may use in at least one workspace, and those that need none. */
export async function allowedTools(
  read: Reader,
  claims: Pick<AccessClaims, 'subject' | 'scopes'>,
): Promise<ListedTool[]> {
  const { subject } = claims;
  const granted = (await listedTools()).filter((tool) => isGranted(tool, claims));
  if (subject.kind === 'agent') return granted.filter(await isWithinAccount(read, subject));
  const found = await findMemberships(read, subject.userId, { limit: WORKSPACES_MAX });
  const memberships = await Promise.all(
    found
      .filter(({ workspaceId }) => (onlyWorkspaceOf(subject) ?? workspaceId) === workspaceId)
      .map(({ workspaceId, memberId }) => readMembership(read, workspaceId, memberId)),
  );
  const ranks = memberships.flatMap((membership) =>
    membership?.role && membership.accepted ? roles.indexOf(membership.role) : [],
  );
  const highest = Math.max(-1, ...ranks);
  return granted.filter(({ inWorkspace, role }) => !inWorkspace || roles.indexOf(role) <= highest);
}

/** Whether a tool needs only scopes that a service account has now. */
async function isWithinAccount(
  read: Reader,
  { workspaceId, accountId }: AgentPlace,
): Promise<(tool: ListedTool) => boolean> {
  const scopes = (await readMembership(read, workspaceId, accountId))?.scopes ?? [];
  return ({ scopeSets }) => scopeSets.some((needed) => needed.every((scope) => scopes.includes(scope)));
}
