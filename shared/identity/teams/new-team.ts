import { newStatuses } from '../status/new-statuses.ts';
import type { Team } from '../team/team.ts';

type TeamFields = Pick<
  Team,
  'workspaceId' | 'name' | 'code' | 'color' | 'private' | 'sprintsEnabled' | 'estimateScheme'
>;

/** A new team without members, with its initial statuses. */
export function newTeam(fields: TeamFields, now: Date, newId: () => string) {
  const created = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  const team: Team = {
    id: newId(),
    ...fields,
    updateEveryDays: null,
    intakeEnabled: false,
    reviewRequired: false,
    ...created,
    memberCount: 0,
  };
  const owner = { workspaceId: fields.workspaceId, teamId: team.id };
  return { team, ...newStatuses(owner, now, newId) };
}
