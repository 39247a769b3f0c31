import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { ownPlace } from '../../kernel/noun/places.ts';
import {
  canSeeObjective,
  objectiveKind,
  objectivesOf,
  toObjective,
  toObjectiveReference,
} from '../objective/objective-store.ts';
import { foundObjective } from '../objective/found-objective.ts';
import { objectiveSchema } from '../objective/objective.ts';

export const objectiveNoun = defineNoun({
  name: 'objective',
  words: 'An objective',
  plural: 'objectives',
  item: objectiveKind,
  toResource: toObjective,
  schema: objectiveSchema,
  examples: {
    name: 'Be easy to leave',
    description: 'Customers can take all their data with them.',
    shortSummary: 'Exports for everything.',
  },
  reader: { scopes: ['objectives:read'], role: 'guest' },
  placeOf: ownPlace(toObjective),
  ofTeam: { partitions: objectivesOf, deletion: 'refused' },
  events: {
    // Imported on demand to keep bundles under 250 KB: only what makes events derives fields.
    derive: async (item, context) =>
      (await import('./get-derived-fields.ts')).getDerivedFields(item, context),
    clients: 'An objective',
  },
  history: { endDate: 'target date', hasReaders: true },
  reverts: ['created', 'updated'],
  names: {
    nameFor: (caller, item) =>
      canSeeObjective(caller, toObjectiveReference(item)) ? toObjective(item).name : undefined,
    quoted: true,
    fields: { objectiveId: 'objective' },
  },
  search: {
    ownedBy: 'team',
    models: async () => {
      const { objectiveModel, privateObjectives } = await import('./objective-index.ts');
      return { definitions: [objectiveModel], ownDocuments: privateObjectives };
    },
    show: foundObjective,
  },
  mirror: {
    derived: [
      'forecastStartDate',
      'forecastEndDate',
      'forecastDaysDelta',
      'scheduleStatus',
      'keyResultCount',
      'storyCounts',
    ],
    lists: { team: {} },
  },
});
