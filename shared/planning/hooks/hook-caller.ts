import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { Hook } from './hook.ts';

/**
 * The service account that a hook acts as, with its current rights in the teams of the rules. Undefined if it is none any
 * more, or may no longer change stories.
 */
export async function hookCaller(read: Reader, hook: Hook): Promise<Caller | undefined> {
  const { id, name, workspaceId, serviceAccountId } = hook;
  const account = await readMembership(read, workspaceId, serviceAccountId);
  if (!account?.scopes?.includes('stories:write')) return undefined;
  const teamIds = hook.rules.map(({ teamId }) => teamId).filter((teamId) => account.teamIds.has(teamId));
  return {
    kind: 'serviceAccount',
    principalId: serviceAccountId,
    workspaceId,
    role: null,
    scopes: new Set(['stories:read', 'stories:write']),
    teamIds: new Set(teamIds),
    restrictedTeamIds: teamIds,
    credentialId: id,
    credentialName: name,
    expiresAt: '',
    actor: { kind: 'service_account', id: serviceAccountId, via: 'automation' },
  };
}
