import { ApiError } from '../core/errors.ts';
import type { Caller, ResolveCaller } from '../core/caller.ts';
import type { Reader } from '../core/database.ts';
import { allScopes } from '../core/scopes.ts';

/** The workspace in which an operator acts, and the member recorded as author. */
export interface OperatorPlace {
  /** The workspace; null for calls outside of any. */
  workspaceId: string | null;
  memberId?: string | undefined;
}

/** The ids of all teams of a workspace, including private ones. */
type ListTeamIds = (read: Reader, workspaceId: string) => Promise<string[]>;

/**
 * The authority of the deployment's operator, used in place of a credential's: all scopes, the admin role,
 * and all teams of the workspace, including private ones. No HTTP request gets it.
 */
export const operatorAuthority =
  ({ workspaceId, memberId }: OperatorPlace, listTeamIds: ListTeamIds): ResolveCaller =>
  async (read) => {
    const teamIds = workspaceId === null ? [] : await listTeamIds(read, workspaceId);
    return operatorCaller(workspaceId ?? '', memberId, new Set(teamIds));
  };

function operatorCaller(
  workspaceId: string,
  memberId: string | undefined,
  teamIds: ReadonlySet<string>,
): Caller {
  return {
    kind: 'operator',
    /** An operator is not a member, so authored content needs one to be named. */
    get principalId() {
      if (memberId !== undefined) return memberId;
      throw new ApiError('principal_not_supported', 'This requires a member as its author.', {
        hint: 'Name the member with --by.',
      });
    },
    workspaceId,
    role: 'admin',
    scopes: new Set(allScopes),
    teamIds,
    restrictedTeamIds: null,
    credentialId: '',
    credentialName: 'operator',
    expiresAt: '',
    actor:
      memberId === undefined
        ? { kind: 'system', id: null, via: 'cli' }
        : { kind: 'user', id: memberId, via: 'cli' },
  };
}
