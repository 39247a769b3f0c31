import type { Caller } from '../../core/caller.ts';
import { ApiError } from '../../core/errors.ts';

/** The 403 for a team-restricted credential when the call reaches beyond teams. */
export const restrictedCredential = (): ApiError =>
  new ApiError(
    'restricted_credential',
    'The token is restricted to teams, and this belongs to the whole workspace.',
  );

/**
 * Throws a 403 if a team-restricted credential would change a resource of the whole workspace. For operations
 * on resources that a team or the workspace can own; `teamId` is null for the workspace's. Other operations
 * declare `teamRestricted`, which the kernel enforces.
 */
export function assertWithinRestriction(
  { restrictedTeamIds }: Caller,
  { teamId }: { teamId: string | null },
): void {
  if (restrictedTeamIds !== null && teamId === null) throw restrictedCredential();
}
