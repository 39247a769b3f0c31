import { toComment } from '../comments/comment-store.ts';
import { getTallies } from '../counts/counts-store.ts';
import { getThroughput } from '../counts/throughput-store.ts';
import type { Reader } from '../db/reader.ts';
import type { Item } from '../db/table.ts';
import { toKeyResult } from '../key-results/key-result-store.ts';
import { deriveObjective } from '../objectives/derive.ts';
import { getObjectiveReference, toObjective } from '../objectives/objective-store.ts';
import { toSprint } from '../sprints/sprint-store.ts';
import { getStoryItem, storyTeamOf, toStory } from '../stories/story-store.ts';
import type { EventSubject } from '../webhooks/webhook.ts';

interface Resource {
  id: string;
  updatedAt: string;
}

interface Reading {
  read: Reader;
  now: Date;
}

/** How the items of a noun are told of in events. */
export interface Subject {
  name: EventSubject;
  /** The resource as it is stored, without what is worked out. */
  toResource: (item: Item) => Resource;
  /** What the API shows beside it, as it is now. */
  derive: (item: Item, reading: Reading) => Promise<object>;
  /** The workspace and team that it belongs to, or undefined where that cannot be known any more. */
  placeOf: (item: Item, reading: Reading) => Promise<Place | undefined>;
}

export interface Place {
  workspaceId: string;
  teamId: string;
}

const nothing = async () => ({});

/** The place that the resource itself names. */
const ownPlace =
  (toResource: (item: Item) => Place) =>
  async (item: Item): Promise<Place> => {
    const { workspaceId, teamId } = toResource(item);
    return { workspaceId, teamId };
  };

/** A comment is in the team of its story; it is kept with that, since the two are deleted together. */
async function placeOfComment(item: Item, { read }: Reading): Promise<Place | undefined> {
  const { workspaceId, teamId } = item as Item & Partial<Place>;
  if (workspaceId && teamId) return { workspaceId, teamId };
  const story = await getStoryItem(read, toComment(item).storyId);
  return story && { workspaceId: toStory(story).workspaceId, teamId: storyTeamOf(story) };
}

/** By the prefix of their items' keys. */
const subjects: Record<string, Subject> = {
  'S#': { name: 'story', toResource: toStory, derive: nothing, placeOf: ownPlace(toStory) },
  // Replies are comments with events of their own.
  'K#': { name: 'comment', toResource: toComment, derive: nothing, placeOf: placeOfComment },
  'P#': {
    name: 'sprint',
    toResource: toSprint,
    async derive({ pk }, { read }) {
      const [tally] = await getTallies(read, [pk]);
      return { storyCounts: tally!.counts };
    },
    placeOf: ownPlace(toSprint),
  },
  'O#': {
    name: 'objective',
    toResource: toObjective,
    async derive(item, { read, now }) {
      const objective = toObjective(item);
      const [[tally], throughput] = await Promise.all([
        getTallies(read, [item.pk]),
        getThroughput(read, objective.teamId, now),
      ]);
      return deriveObjective(objective, tally!, throughput, now);
    },
    placeOf: ownPlace(toObjective),
  },
  'R#': {
    name: 'key_result',
    toResource: toKeyResult,
    async derive(item, { read }) {
      const objective = await getObjectiveReference(read, toKeyResult(item).objectiveId);
      return { objectiveName: objective?.name ?? null };
    },
    placeOf: ownPlace(toKeyResult),
  },
};

/** The subject whose item has a key, or undefined where nothing is told of such items. */
export const subjectOf = (pk: string): Subject | undefined => subjects[pk.slice(0, 2)];

/** The key prefixes of what events tell of. */
export const subjectPrefixes = Object.keys(subjects);
