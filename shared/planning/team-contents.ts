import type { TeamContents } from '../identity/teams/delete-team.ts';
import { deleteLabelChanges, labelsOfTeam } from './labels/label-store.ts';
import { objectivesOf } from './objectives/objective-store.ts';
import { sprintsOf } from './sprints/sprint-store.ts';
import { storyPartitions } from './stories/story-store.ts';

const MAX_ITEMS_PER_KIND = 1_000;

/** A team can be deleted without stories, sprints and objectives; labels, cadence and views go with it. */
export const teamContents: TeamContents = {
  mustBeEmpty: (teamId) => [
    storyPartitions.team(teamId),
    storyPartitions.team(teamId, true),
    sprintsOf(teamId),
    ...objectivesOf(teamId),
  ],
  deleteSettings: async ({ read, tryWrite }, teamId) => {
    for (const archived of [false, true]) {
      const labels = await read.query({
        index: 'list',
        partition: labelsOfTeam(teamId, archived),
        limit: MAX_ITEMS_PER_KIND,
      });
      for (const item of labels) await tryWrite(deleteLabelChanges(item));
    }
    // Imported on demand to keep the bundle under 250 KB.
    const { deleteCadence } = await import('./cadence/cadence-store.ts');
    await tryWrite(deleteCadence(teamId));
    const { deleteOrphanedView, viewsOfTeam } = await import('./views/view-store.ts');
    const views = await read.query({
      index: 'list',
      partition: viewsOfTeam(teamId),
      limit: MAX_ITEMS_PER_KIND,
    });
    for (const item of views) await tryWrite([deleteOrphanedView(item)]);
  },
};
