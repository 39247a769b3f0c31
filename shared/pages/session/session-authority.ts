import { notFound } from '../../kernel/core/errors.ts';
import { allScopes } from '../../kernel/core/scopes.ts';
import type { MemberLink } from '../../kernel/auth/member-link-store.ts';
import type { ResolveCaller } from '../../kernel/core/caller.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

/** The rights of a signed-in user as a member of a workspace, whether or not they have accepted. */
export const sessionAuthority =
  (userId: string, { workspaceId, memberId }: MemberLink): ResolveCaller =>
  async (read) => {
    const membership = await readMembership(read, workspaceId, memberId);
    if (!membership?.role || membership.userId !== userId) throw notFound('member');
    return {
      kind: 'user',
      principalId: memberId,
      workspaceId,
      role: membership.role,
      scopes: new Set(allScopes),
      teamIds: membership.teamIds,
      restrictedTeamIds: null,
      credentialId: '',
      credentialName: 'Account page',
      expiresAt: '',
      actor: { kind: 'user', id: memberId, via: 'portal' },
    };
  };
