import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { ownPlace } from '../../kernel/noun/places.ts';
import { canSeeCustomField } from './custom-field-access.ts';
import {
  customFieldKind,
  customFieldsOfTeam,
  deleteCustomFieldChanges,
  toCustomField,
} from './custom-field-store.ts';
import { customFieldSchema } from '../story-parts/custom-field.ts';

export const customFieldNoun = defineNoun({
  name: 'custom_field',
  words: 'A custom field',
  plural: 'custom fields',
  item: customFieldKind,
  toResource: toCustomField,
  schema: customFieldSchema,
  examples: {
    key: 'impact',
    name: 'Impact',
    type: 'select',
    default: 'High',
    description: 'How much it hurts.',
  },
  reader: { scopes: ['teams:read'], role: 'guest' },
  placeOf: ownPlace(toCustomField),
  ofTeam: {
    partitions: (teamId) => [customFieldsOfTeam(teamId), customFieldsOfTeam(teamId, true)],
    deletion: deleteCustomFieldChanges,
  },
  events: { clients: 'none' },
  history: 'none',
  reverts: ['created', 'updated'],
  names: {
    nameFor: (caller, item) => {
      const field = toCustomField(item);
      return canSeeCustomField(caller, field) ? field.name : undefined;
    },
    quoted: true,
    fields: {},
  },
  search: 'none',
  mirror: { derived: [], lists: { workspace: { archived: 'include' }, team: { archived: 'include' } } },
});
