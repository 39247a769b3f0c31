import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { hasRole, type Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getUser } from '../members/user-store.ts';
import { principalSchema, type Principal } from './principal.ts';
import { displayName } from '../members/display-name.ts';
import { findPrincipal, visiblePrincipalOrThrow } from './visible-principal.ts';
import { getVisitorLink, type VisitorLink } from '../../kernel/auth/visitor-store.ts';

export const getPrincipal = operation({
  id: 'getPrincipal',
  method: 'GET',
  path: `${WORKSPACE_PATH}/principals/{principalId}`,
  tag: 'Members',
  summary: 'Get a principal',
  description:
    'Resolves the id of a reporter or author to a name. The principal is a member, a service account or a visitor of a portal, and may have been removed or deleted since. Guests can see themselves, the members and service accounts of their teams, and principals that were removed.',
  scopes: ['members:read'],
  params: { principalId: uuid() },
  output: principalSchema,
  load: ({ path: { workspaceId, principalId }, read }) => ({
    found: findPrincipal(read, workspaceId, principalId),
    visitor: getVisitorLink(read, principalId),
  }),
  handle: async ({ path: { principalId }, loaded: { found, visitor }, caller, read }) => {
    const isKnown = found.current ?? found.former;
    if (isKnown || !visitor) return visiblePrincipalOrThrow(caller, principalId, found);
    if (!canSeeVisitor(caller, visitor)) throw notFound('principal');
    return await visitorOf(read, principalId, visitor);
  },
});

/** Portals belong to the workspace, and guests do not read them. */
const canSeeVisitor = (caller: Caller, { workspaceId }: VisitorLink): boolean =>
  workspaceId === caller.workspaceId && hasRole(caller, 'member');

/** A visitor goes by the name that they show on portals. */
async function visitorOf(read: Reader, id: string, { userId }: VisitorLink): Promise<Principal> {
  const user = await getUser(read, userId);
  return { id, kind: 'visitor', name: displayName(user?.name ?? null), avatarUrl: null };
}
