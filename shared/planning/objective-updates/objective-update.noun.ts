import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { ownPlace } from '../../kernel/noun/places.ts';
import { objectiveKind } from '../objective/objective-store.ts';
import { foundObjectiveUpdate } from './found-objective-update.ts';
import { objectiveUpdateKind, toObjectiveUpdate } from './objective-update-store.ts';
import { objectiveUpdateSchema } from './objective-update.ts';

/** An update is seen by those who see its objective, and deleted with it. */
export const objectiveUpdateNoun = defineNoun({
  name: 'objective_update',
  words: 'An update of an objective',
  plural: 'objective updates',
  item: objectiveUpdateKind,
  toResource: toObjectiveUpdate,
  schema: objectiveUpdateSchema,
  examples: { health: 'at_risk', body: 'Exports work; imports wait for **one** decision.' },
  reader: { scopes: ['objectives:read'], role: 'guest' },
  placeOf: ownPlace(toObjectiveUpdate),
  ofTeam: 'none',
  events: { clients: 'An update of an objective' },
  history: 'none',
  reverts: ['created', 'updated'],
  names: 'none',
  search: {
    ownedBy: 'team',
    models: { of: 'objective' },
    parent: { column: 'objectiveId', item: objectiveKind },
    show: foundObjectiveUpdate,
  },
  mirror: { derived: [], lists: { team: {} }, under: 'objective' },
});
