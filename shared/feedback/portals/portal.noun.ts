import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { workspacePlace } from '../../kernel/noun/places.ts';
import { portalKind, toPortal } from '../portal/portal-store.ts';
import { portalSchema } from '../portal/portal.ts';

export const portalNoun = defineNoun({
  name: 'portal',
  words: 'A feedback portal',
  plural: 'portals',
  item: portalKind,
  toResource: toPortal,
  schema: portalSchema,
  examples: {},
  reader: { scopes: ['feedback:read'], role: 'member' },
  placeOf: workspacePlace(toPortal),
  ofTeam: 'none',
  events: { clients: 'none' },
  history: 'none',
  reverts: 'none',
  names: 'none',
  search: 'none',
  mirror: { derived: [], lists: 'separately' },
});
