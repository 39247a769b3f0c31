import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { ownPlace } from '../../kernel/noun/places.ts';
import {
  deleteTemplateOfTeam,
  storyTemplateKind,
  templatesOfTeam,
  toStoryTemplate,
} from './story-template-store.ts';
import { storyTemplateSchema } from './story-template.ts';

export const storyTemplateNoun = defineNoun({
  name: 'story_template',
  words: 'A story template',
  plural: 'story templates',
  item: storyTemplateKind,
  toResource: toStoryTemplate,
  schema: storyTemplateSchema,
  examples: {
    name: 'Release',
    title: 'Release the next version',
    description: 'Freeze on Monday, release on Wednesday.',
    checklist: 'Write the changelog',
    subStories: [
      { title: 'Test on staging', description: null, priority: 'high', estimateValue: 2, labels: [] },
    ],
  },
  reader: { scopes: ['stories:read'], role: 'guest' },
  placeOf: ownPlace(toStoryTemplate),
  ofTeam: { partitions: (teamId) => [templatesOfTeam(teamId)], deletion: deleteTemplateOfTeam },
  events: { clients: 'none' },
  history: { endDate: 'end date', hasReaders: false },
  reverts: ['created', 'updated'],
  names: {
    nameFor: ({ teamIds }, item) => {
      const { teamId, name } = toStoryTemplate(item);
      return teamIds.has(teamId) ? name : undefined;
    },
    quoted: true,
    fields: { templateId: null },
  },
  search: 'none',
  mirror: { derived: [], lists: { team: {} } },
});
