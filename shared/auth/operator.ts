import { ApiError } from '../core/errors.ts';
import type { Caller, ResolveCaller } from '../core/caller.ts';
import type { Reader } from '../core/database.ts';
import { allScopes } from '../core/scopes.ts';

/** Where an operator acts, and the member in whose name what they make is written. */
export interface OperatorPlace {
  /** Null outside of any workspace. */
  workspaceId: string | null;
  memberId?: string | undefined;
}

/** The ids of all teams of a workspace, private ones too. */
type ListTeamIds = (read: Reader, workspaceId: string) => Promise<string[]>;

/**
 * The authority of whoever operates the deployment, which stands where that of a credential stands otherwise:
 * every scope, the role of an admin, and all teams of the workspace, private ones too. Nothing that comes over
 * HTTP gets it.
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
    /** An operator is nobody in the workspace, so what is written in somebody's name needs a member. */
    get principalId() {
      if (memberId !== undefined) return memberId;
      throw new ApiError('principal_not_supported', 'This is done in the name of a member.', {
        hint: 'Name them with --by.',
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
  };
}
