import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { ownPlace } from '../../kernel/noun/places.ts';
import { canSeeLabel } from './label-access.ts';
import { deleteLabelChanges, labelKind, labelsOfTeam, toLabel } from './label-store.ts';
import { labelSchema } from './label.ts';

export const labelNoun = defineNoun({
  name: 'label',
  words: 'A label',
  plural: 'labels',
  item: labelKind,
  toResource: toLabel,
  schema: labelSchema,
  examples: { name: 'Needs design' },
  reader: { scopes: ['labels:read'], role: 'guest' },
  placeOf: ownPlace(toLabel),
  ofTeam: {
    partitions: (teamId) => [labelsOfTeam(teamId), labelsOfTeam(teamId, true)],
    deletion: deleteLabelChanges,
  },
  events: { clients: 'none' },
  history: 'none',
  reverts: ['created', 'updated'],
  names: {
    nameFor: (caller, item) => (canSeeLabel(caller, item) ? toLabel(item).name : undefined),
    quoted: true,
    fields: { labels: 'labelNames' },
  },
  search: 'none',
  mirror: { derived: [], lists: { workspace: { archived: 'include' }, team: { archived: 'include' } } },
});
