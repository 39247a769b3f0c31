import { getTallies } from '../counts/counts-store.ts';
import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { ownPlace } from '../../kernel/noun/places.ts';
import { sprintKind, sprintsOf, sprintTeamOf, toSprint } from './sprint-store.ts';
import { sprintSchema } from './sprint.ts';

export const sprintNoun = defineNoun({
  name: 'sprint',
  words: 'A sprint',
  plural: 'sprints',
  item: sprintKind,
  toResource: toSprint,
  schema: sprintSchema,
  examples: { name: 'Sprint 12', goal: 'Teams can take their data with them.' },
  reader: { scopes: ['sprints:read'], role: 'guest' },
  placeOf: ownPlace(toSprint),
  ofTeam: { partitions: (teamId) => [sprintsOf(teamId)], deletion: 'refused' },
  events: {
    derive: async ({ pk }, { read }) => ({ storyCounts: (await getTallies(read, [pk]))[0]!.counts }),
    clients: 'A sprint',
  },
  history: { endDate: 'end date', hasReaders: false },
  reverts: ['created', 'updated'],
  names: {
    nameFor: ({ teamIds }, item) => (teamIds.has(sprintTeamOf(item)) ? toSprint(item).name : undefined),
    quoted: true,
    fields: { sprintId: 'sprint' },
  },
  search: 'none',
  mirror: { derived: ['storyCounts'], lists: { team: {} } },
});
