import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { placeOnPortal } from '../portal/portal-place.ts';
import { feedbackUpdateKind, toUpdate } from './update-store.ts';
import { updateSchema } from './update.ts';

export const feedbackUpdateNoun = defineNoun({
  name: 'feedback_update',
  words: "An update on a portal's changelog",
  plural: 'feedback updates',
  item: feedbackUpdateKind,
  toResource: toUpdate,
  schema: updateSchema,
  examples: { slug: 'faster-exports' },
  reader: { scopes: ['feedback:read'], role: 'member' },
  placeOf: placeOnPortal(toUpdate),
  ofTeam: 'none',
  events: { clients: 'none' },
  history: 'none',
  reverts: 'none',
  names: 'none',
  search: 'none',
  mirror: { derived: [], lists: 'separately' },
});
