import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { teamIdOf, teamKind, toTeam } from '../team/team-store.ts';
import { teamSchema } from '../team/team.ts';

export const teamNoun = defineNoun({
  name: 'team',
  words: 'A team',
  plural: 'teams',
  item: teamKind,
  toResource: toTeam,
  schema: teamSchema,
  examples: { name: 'Accessibility', code: 'A11Y' },
  reader: { scopes: ['teams:read'], role: 'guest' },
  placeOf: async (item) => ({ workspaceId: toTeam(item).workspaceId, teamId: toTeam(item).id }),
  ofTeam: 'none',
  events: { clients: 'none' },
  history: 'none',
  reverts: 'none',
  names: {
    nameFor: ({ teamIds }, item) => (teamIds.has(teamIdOf(item)) ? toTeam(item).name : undefined),
    quoted: false,
    fields: { teamId: 'team' },
  },
  search: 'none',
  mirror: { derived: ['memberCount'], lists: 'separately' },
});
