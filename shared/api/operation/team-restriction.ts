import type { Caller } from '../../core/caller.ts';
import { ApiError } from '../../core/errors.ts';

/** The 403 for a credential that is restricted to teams, where the call reaches beyond teams. */
export const restrictedCredential = (): ApiError =>
  new ApiError(
    'restricted_credential',
    'The token is restricted to teams, and this belongs to the whole workspace.',
  );

/**
 * Throws the 403 where a credential that is restricted to teams would change what belongs to the whole
 * workspace. For operations on what a team or the workspace can own, with the thing as it was read: `teamId`
 * is null for the workspace's. Other operations declare `teamRestricted`, and the kernel decides.
 */
export function assertWithinRestriction(
  { restrictedTeamIds }: Caller,
  { teamId }: { teamId: string | null },
): void {
  if (restrictedTeamIds !== null && teamId === null) throw restrictedCredential();
}
