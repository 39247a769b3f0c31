import { placeOfComment } from '../../comments/comment-place.ts';
import { commentKind, toComment } from '../../comments/comment-store.ts';
import { getTallies } from '../../counts/counts-store.ts';
import { forecastKind, getForecast } from '../../forecasts/forecast-store.ts';
import type { ItemKind } from '../../db/table.ts';
import { keyResultKind, toKeyResult } from '../../key-results/key-result-store.ts';
import { deriveObjective } from '../../objectives/derive.ts';
import { getObjectiveReference, objectiveKind, toObjective } from '../../objectives/objective-store.ts';
import { placementKind } from '../../placements/placement-store.ts';
import { relationKind, relationTeamOf, toStoredRelation } from '../../relations/relation-store.ts';
import { sprintKind, toSprint } from '../../sprints/sprint-store.ts';
import { storyKind, toStory } from '../../stories/story-store.ts';
import type { Key, Item } from '../../core/database.ts';
import { ownPlace, type Subject } from './subject.ts';
import { workspaceSubjects } from './workspace-subjects.ts';

/** A relation never changes. Who may see the other story differs between the receivers of one event. */
function toRelationOfEvent(item: Item) {
  const relation = toStoredRelation(item);
  return { ...relation, relatedStory: null, updatedAt: relation.createdAt };
}

const subjects: readonly Subject[] = [
  { kind: storyKind, name: 'story', toResource: toStory, placeOf: ownPlace(toStory) },
  // Replies are comments with their own events.
  {
    kind: commentKind,
    name: 'comment',
    toResource: toComment,
    placeOf: (item, { read }) => placeOfComment(read, item),
  },
  {
    kind: relationKind,
    name: 'relation',
    toResource: toRelationOfEvent,
    placeOf: async (item) => ({
      workspaceId: toStoredRelation(item).workspaceId,
      teamId: relationTeamOf(item),
    }),
  },
  {
    kind: sprintKind,
    name: 'sprint',
    toResource: toSprint,
    async derive({ pk }, { read }) {
      const [tally] = await getTallies(read, [pk]);
      return { storyCounts: tally!.counts };
    },
    placeOf: ownPlace(toSprint),
  },
  {
    kind: objectiveKind,
    name: 'objective',
    toResource: toObjective,
    async derive(item, { read, now }) {
      const objective = toObjective(item);
      const [[tally], stored] = await Promise.all([
        getTallies(read, [item.pk]),
        getForecast(read, objective.id),
      ]);
      return deriveObjective(objective, { tally: tally!, stored }, now);
    },
    placeOf: ownPlace(toObjective),
  },
  {
    kind: keyResultKind,
    name: 'key_result',
    toResource: toKeyResult,
    async derive(item, { read }) {
      const objective = await getObjectiveReference(read, toKeyResult(item).objectiveId);
      return { objectiveName: objective?.name ?? null };
    },
    placeOf: ownPlace(toKeyResult),
  },
  ...workspaceSubjects,
];

/** Returns how events represent the item with a key, or undefined if items of its kind have no events. */
export const subjectOf = (key: Key): Subject | undefined => subjects.find(({ kind }) => kind.includes(key));

/** The item kinds that have events; forecasts have one of their objective, placements one of their story. */
export const subjectKinds: readonly ItemKind[] = [
  ...subjects.map(({ kind }) => kind),
  forecastKind,
  placementKind,
];
