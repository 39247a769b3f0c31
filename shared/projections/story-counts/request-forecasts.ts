import { zoneOfTeam } from '../../planning/cadence/cadence-store.ts';
import { nextForecastNight } from '../../planning/forecasts/forecast-night.ts';
import type { Item } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { requestJob } from '../../kernel/jobs/run-job.ts';
import { getStoryItem, storyKind, toStory } from '../../planning/story/story-store.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';

/**
 * Requests that teams' forecasts are recomputed after stories were counted: now, for those of objectives and of
 * days that are over; in the team's next night for what else was completed today, because only days that are over are
 * drawn from.
 */
export async function requestForecasts(
  { database, now }: ProjectionContext,
  counted: readonly ItemChange[],
): Promise<void> {
  const read = createReader(database);
  const today = now.toISOString().slice(0, 10);
  const requests = new Map<string, { isNow: boolean; workspaceId: string }>();
  for (const { key, before, after } of counted) {
    // The nightly forecast follows deletions: those of a workspace must not leave anything to do.
    if (after === undefined) continue;
    const known = [before, after].flatMap((item) => partOf(item) ?? []);
    const seen = known.length > 0 ? known : [partOf(await getStoryItem(read, storyKind.idOf(key)))];
    for (const story of seen) {
      if (!story || (story.objectiveId === null && story.completedAt === null)) continue;
      const isNow = story.objectiveId !== null || (story.completedAt ?? '') < today;
      if (isNow || !requests.has(story.teamId))
        requests.set(story.teamId, { isNow, workspaceId: story.workspaceId });
    }
  }
  await Promise.all(
    [...requests].map(async ([ownerId, { isNow, workspaceId }]) => {
      const at = isNow ? now : nextForecastNight(ownerId, await zoneOfTeam(read, ownerId), now);
      await requestJob(database, { name: 'forecast', ownerId, workspaceId }, at);
    }),
  );
}

function partOf(item: Item | undefined) {
  if (!item || !('doc' in item)) return undefined;
  const { workspaceId, teamId, objectiveId, completedAt } = toStory(item);
  return { workspaceId, teamId, objectiveId, completedAt };
}
