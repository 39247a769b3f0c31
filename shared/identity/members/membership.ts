import { conflict } from '../../kernel/core/errors.ts';
import { TEAMS_PER_MEMBER } from './member.ts';

/** Throws a 409 if the member is already in the maximum number of teams. */
export function assertRoomForTeam(joined: ReadonlySet<string>): void {
  if (joined.size < TEAMS_PER_MEMBER) return;
  throw conflict(`A member can be in at most ${TEAMS_PER_MEMBER} teams.`, 'Leave a team first.');
}
