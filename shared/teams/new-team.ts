import { initialStatuses, type Status } from '../statuses/status.ts';
import type { StatusReference } from '../statuses/status-store.ts';
import type { Team } from './team.ts';

type TeamFields = Pick<
  Team,
  'workspaceId' | 'name' | 'code' | 'color' | 'private' | 'sprintsEnabled' | 'estimateScheme'
>;

/** A new team without members, and the statuses it starts with. */
export function newTeam(fields: TeamFields, now: Date, newId: () => string) {
  const created = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  const team: Team = { id: newId(), ...fields, ...created, memberCount: 0 };
  const statuses = initialStatuses.map((status, order): Status => {
    const { workspaceId } = fields;
    return { id: newId(), workspaceId, teamId: team.id, ...status, order, ...created };
  });
  const { id, category } = statuses.find(({ isDefault }) => isDefault)!;
  const defaultStatus: StatusReference = { id, teamId: team.id, category };
  return { team, statuses, defaultStatus };
}
