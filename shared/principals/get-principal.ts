import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { getMemberItem, joinedTeams } from '../auth/membership-store.ts';
import { hasRole, type Caller } from '../core/caller.ts';
import type { Item, Reader } from '../core/database.ts';
import { notFound } from '../core/errors.ts';
import { uuid } from '../core/schema.ts';
import { getVisitorLink, type VisitorLink } from '../feedback/author-store.ts';
import { displayName } from '../feedback/display-name.ts';
import { getFormerItem } from '../members/member-store.ts';
import { getUser } from '../members/user-store.ts';
import { principalSchema, type Principal } from './principal.ts';
import { principalOf } from './principal-of.ts';

export const getPrincipal = operation({
  id: 'getPrincipal',
  method: 'GET',
  path: `${WORKSPACE_PATH}/principals/{principalId}`,
  tag: 'Members',
  summary: 'Get a principal',
  description:
    'Resolves the id of a reporter or author to a name: a member, a service account or a visitor of a portal, also one that was removed or deleted. A guest sees themself, the service accounts and members of their teams, and those who were removed.',
  scopes: ['members:read'],
  params: { principalId: uuid() },
  output: principalSchema,
  load: ({ path: { workspaceId, principalId }, read }) => ({
    current: getMemberItem(read, workspaceId, principalId),
    former: getFormerItem(read, workspaceId, principalId),
    visitor: getVisitorLink(read, principalId),
  }),
  handle: async ({ path: { principalId }, loaded: { current, former, visitor }, caller, read }) => {
    if (current && canSee(caller, principalId, current)) return principalOf(principalId, current);
    if (!current && former) return principalOf(principalId, former);
    if (visitor && canSeeVisitor(caller, visitor)) return await visitorOf(read, principalId, visitor);
    throw notFound('principal');
  },
});

function canSee(caller: Caller, id: string, item: Item): boolean {
  if (hasRole(caller, 'member') || id === caller.principalId) return true;
  return [...joinedTeams(item)].some((teamId) => caller.teamIds.has(teamId));
}

/** Portals belong to the workspace, and guests do not read them. */
const canSeeVisitor = (caller: Caller, { workspaceId }: VisitorLink): boolean =>
  workspaceId === caller.workspaceId && hasRole(caller, 'member');

/** A visitor goes by the name that they show on portals. */
async function visitorOf(read: Reader, id: string, { userId }: VisitorLink): Promise<Principal> {
  const user = await getUser(read, userId);
  return { id, kind: 'visitor', name: displayName(user?.name ?? null), avatarUrl: null };
}
