import { DAY_MS, utcDay } from '../../kernel/core/date-span.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getForecasts } from '../forecasts/forecast-store.ts';
import type { DependentStory } from '../forecasts/dependent-stories.ts';
import { getObjectiveReferences } from '../objective/objective-store.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { isUnfinished } from '../story/story-relations.ts';
import { findBlockedKeys, getRelationsOf } from '../story/story-relations-store.ts';
import { storySize } from '../story/story-size.ts';
import { findStartingKeys } from '../story/story-lookup-store.ts';
import { getStoryItemsForAnalysis, storyIdOf, storyKind, toStory } from '../story/story-store.ts';
import type { Story } from '../story/story.ts';
import { getTeamItems, toTeam } from '../../identity/team/team-store.ts';

/** The maximum number of blocked stories that are read, newest first. */
const BLOCKED_MAX = 100;
/** The maximum number of stories with a future start date that are read, earliest first. */
const STARTING_MAX = 100;

/**
 * Reads a team's unfinished stories that are blocked, their blockers and, if requested, the stories of objectives with
 * a later start date. Costs a query or two for a team without any, otherwise at least half a read unit per story.
 */
export async function readDependentStories(
  read: Reader,
  { teamId, now, withStarts = false }: { teamId: string; now: Date; withStarts?: boolean },
): Promise<DependentStory[]> {
  const today = utcDay(now);
  const endOfToday = new Date((today + 1) * DAY_MS - 1).toISOString();
  const [blocked, starting] = await Promise.all([
    findBlockedKeys(read, teamId, BLOCKED_MAX),
    withStarts ? findStartingKeys(read, teamId, endOfToday, STARTING_MAX) : [],
  ]);
  if (blocked.length + starting.length === 0) return [];
  const relations = await getRelationsOf(read, blocked.map(storyIdOf));
  const blockersOf = new Map(
    relations.map(({ storyId, relations: stored }) => [
      storyId,
      stored
        .filter(({ blocker }) => blocker && isUnfinished(blocker.statusCategory))
        .map((one) => one.storyId),
    ]),
  );
  const stories = await readUnfinished(read, [
    ...[...blockersOf].flatMap(([id, blockers]) => [id, ...blockers]),
    ...starting.map(storyIdOf),
  ]);
  const untilOf = await readOtherTeams(
    read,
    [...stories.values()].filter((story) => story.teamId !== teamId),
  );
  const daysUntil = (startDate: string | null) => (startDate === null ? 0 : utcDay(startDate) - today);
  return [...stories.values()]
    .filter((story) => story.teamId === teamId)
    .map((story) => {
      const { id, objectiveId } = story;
      const blockers = (blockersOf.get(id) ?? []).filter((one) => stories.has(one));
      const others = blockers
        .filter((one) => stories.get(one)!.teamId !== teamId)
        .map((one) => untilOf.get(one));
      const ends = others.flatMap((day) => (day === undefined ? [] : [day + 1 - today]));
      return {
        id,
        objectiveId,
        size: storySize(story),
        startsIn: Math.max(0, daysUntil(story.startDate)),
        othersEndIn: Math.max(0, ...ends),
        blockedBy: blockers.filter((one) => stories.get(one)!.teamId === teamId),
        elsewhere: others.includes(undefined) ? 'unknown' : others.length > 0 ? 'forecast' : 'none',
      };
    });
}

async function readUnfinished(read: Reader, ids: readonly string[]): Promise<Map<string, Story>> {
  const items = await getStoryItemsForAnalysis(read, [...new Set(ids)].map(storyKind.key));
  const stories = items.flatMap((item) => (item ? [toStory(item)] : []));
  const categories = await getStatusCategories(
    read,
    stories.map(({ statusId }) => statusId),
  );
  return new Map(
    stories
      .filter(({ archivedAt, statusId }) => archivedAt === null && isUnfinished(categories.get(statusId)!))
      .map((story) => [story.id, story]),
  );
}

/**
 * The days by which stories of other teams are forecast to be done: the forecasts of their objectives. Undefined
 * without a forecast, and for private objectives, whose date must not be revealed.
 */
async function readOtherTeams(
  read: Reader,
  stories: readonly Story[],
): Promise<ReadonlyMap<string, number | undefined>> {
  const objectiveIds = [...new Set(stories.flatMap(({ objectiveId }) => objectiveId ?? []))];
  const teamIds = [...new Set(stories.map(({ teamId }) => teamId))];
  const [objectives, forecasts, teams] = await Promise.all([
    getObjectiveReferences(read, objectiveIds),
    getForecasts(read, objectiveIds),
    getTeamItems(read, teamIds),
  ]);
  const isOpen = (teamId: string) => {
    const item = teams[teamIds.indexOf(teamId)];
    return item !== undefined && !toTeam(item).private;
  };
  return new Map(
    stories.map(({ id, teamId, objectiveId }) => {
      const position = objectiveId === null ? -1 : objectiveIds.indexOf(objectiveId);
      const isPublic = objectives[position]?.private === false && isOpen(teamId);
      return [id, (isPublic ? forecasts[position]?.p85 : null) ?? undefined];
    }),
  );
}
