import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { relationKind, relationTeamOf, toEventRelation, toStoredRelation } from './relation-store.ts';
import { relationEventSchema, relationSchema } from './relation.ts';

export const relationNoun = defineNoun({
  name: 'relation',
  words: 'A relation',
  plural: 'relations',
  item: relationKind,
  toResource: toEventRelation,
  schema: relationSchema,
  examples: {},
  reader: { scopes: ['stories:read'], role: 'guest' },
  placeOf: async (item) => ({
    workspaceId: toStoredRelation(item).workspaceId,
    teamId: relationTeamOf(item),
  }),
  ofTeam: 'none',
  events: { data: relationEventSchema, clients: 'none' },
  history: 'none',
  reverts: ['created', 'updated', 'deleted'],
  names: 'none',
  search: 'none',
  mirror: { derived: ['relatedStory', 'updatedAt'], lists: 'separately', under: 'story' },
});
