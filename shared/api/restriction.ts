import type { Caller } from '../auth/caller.ts';
import { ApiError } from './errors.ts';

/** Throws a 403 for a credential that is restricted to teams: it changes nothing outside of them. */
export function refuseRestricted({ restrictedTeamIds }: Caller): void {
  if (restrictedTeamIds === null) return;
  throw new ApiError(
    'principal_not_supported',
    'The token is restricted to teams and reaches nothing else.',
    {
      hint: 'Use a token without a team restriction.',
    },
  );
}
