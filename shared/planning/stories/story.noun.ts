import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { ownPlace } from '../../kernel/noun/places.ts';
import {
  firstVersionOf,
  showStory,
  storyKind,
  storyPartitions,
  storyTeamOf,
  toStory,
} from '../story/story-store.ts';
import { foundStory } from '../story/found-story.ts';
import { storySchema } from '../story/story.ts';

export const storyNoun = defineNoun({
  name: 'story',
  words: 'A story',
  plural: 'stories',
  item: storyKind,
  toResource: toStory,
  schema: storySchema,
  examples: {
    title: 'Export a sprint as CSV',
    description: 'One line for each story, so that it can be opened in a spreadsheet.',
    priority: 'high',
  },
  reader: { scopes: ['stories:read'], role: 'guest' },
  placeOf: ownPlace(toStory),
  ofTeam: {
    partitions: (teamId) => [
      storyPartitions.team(teamId),
      storyPartitions.team(teamId, true),
      storyPartitions.triage(teamId),
    ],
    deletion: 'refused',
  },
  events: {
    clients: 'A story',
    derive: async (item, { now }) => {
      const { claim, triage } = showStory(item, now);
      return { claim, triage };
    },
  },
  history: { endDate: 'due date', firstVersion: firstVersionOf, hasReaders: false },
  reverts: ['created', 'updated', 'deleted', 'claimed', 'released'],
  names: {
    nameFor: ({ teamIds }, item) => (teamIds.has(storyTeamOf(item)) ? toStory(item).reference : undefined),
    quoted: false,
    fields: { parentId: 'parent' },
  },
  search: {
    ownedBy: 'team',
    models: async () => ({ definitions: [(await import('../story/story-index.ts')).storyModel] }),
    show: foundStory,
  },
  mirror: { derived: ['autoSchedulingStatus', 'claim'], lists: { team: { archived: 'include' } } },
});
