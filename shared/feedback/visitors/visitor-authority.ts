import type { VisitorOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { ResolveCaller } from '../../kernel/core/caller.ts';
import { assertNotBanned } from '../items/ban-store.ts';
import type { PortalPerson } from '../items/own-posts.ts';

/**
 * The rights of a person who has signed in on the portals of a workspace, for one operation of visitors. Throws VisitorBanned
 * for a banned one, unless the operation only takes back what they did.
 */
export const visitorAuthority =
  ({ userId, workspaceId }: PortalPerson, { withdraws }: VisitorOperation): ResolveCaller =>
  async (read) => {
    if (!withdraws) await assertNotBanned(read, userId, workspaceId);
    return {
      kind: 'visitor',
      principalId: userId,
      workspaceId,
      role: null,
      scopes: new Set(),
      teamIds: new Set(),
      restrictedTeamIds: null,
      credentialId: '',
      credentialName: 'Portal',
      expiresAt: '',
      // Posts name their author, who has another id for each workspace.
      actor: { kind: 'visitor', id: null, via: 'portal' },
    };
  };
