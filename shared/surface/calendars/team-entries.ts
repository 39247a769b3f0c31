import { notFound } from '../../kernel/core/errors.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { getTeamItem, toTeam } from '../../identity/team/team-store.ts';
import { canSeeObjective, objectivesOf, toObjective } from '../../planning/objective/objective-store.ts';
import { objectivePath, sprintPath } from '../../planning/paths/page-paths.ts';
import { sprintDays } from '../../planning/sprints/sprint-days.ts';
import { sprintsOf, toSprint } from '../../planning/sprints/sprint-store.ts';
import { versionOf, type CalendarContents, type CalendarEntry, type FeedCall } from './calendar-entry.ts';
import { daysOf } from './story-entries.ts';

/** The maximum number of sprints, and of objectives, in a calendar: the newest. */
const OF_A_KIND_MAX = 500;

/** The sprints of a team and those of its objectives that a member may see. Throws a 404 if they have left it. */
export async function teamEntries(call: FeedCall): Promise<CalendarContents> {
  const teamId = call.feed.teamId!;
  if (!call.caller.teamIds.has(teamId)) throw notFound('team');
  const [team, sprints, objectives] = await Promise.all([
    getTeamItem(call.read, teamId),
    sprintEntries(call, teamId),
    objectiveEntries(call, teamId),
  ]);
  if (!team) throw notFound('team');
  return { name: toTeam(team).name, entries: [...sprints, ...objectives] };
}

/** Sprints as the days of their own zone. */
async function sprintEntries({ services, read }: FeedCall, teamId: string): Promise<CalendarEntry[]> {
  const items = await read.query({ index: 'list', partition: sprintsOf(teamId), limit: OF_A_KIND_MAX });
  return items.map(toSprint).map((sprint) => ({
    ...versionOf({ id: sprint.id, revisedAt: sprint.updatedAt }),
    summary: sprint.name,
    description: sprint.goal,
    url: services.baseUrl() + sprintPath(teamId, sprint.id),
    cancelled: false,
    when: sprintDays(sprint),
  }));
}

async function objectiveEntries(
  { services, read, caller }: FeedCall,
  teamId: string,
): Promise<CalendarEntry[]> {
  const found = await Promise.all(
    objectivesOf(teamId).map((partition) => read.query({ index: 'list', partition, limit: OF_A_KIND_MAX })),
  );
  const dated = found
    .flat()
    .map(toObjective)
    .filter((one) => canSeeObjective(caller, one) && (one.startDate !== null || one.endDate !== null));
  const categories = await getStatusCategories(
    read,
    dated.map(({ statusId }) => statusId),
  );
  return dated.map((objective) => ({
    ...versionOf({ id: objective.id, revisedAt: objective.updatedAt }),
    summary: objective.name,
    description: null,
    url: services.baseUrl() + objectivePath(objective.id),
    cancelled: categories.get(objective.statusId) === 'cancelled',
    when: daysOf(objective),
  }));
}
