import { memberKind } from '../../kernel/auth/membership-store.ts';
import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { workspacePlace } from '../../kernel/noun/places.ts';
import { isMemberItem, toMember } from './member-store.ts';
import { memberSchema } from './member.ts';

/** A member. Service accounts are stored as items of the same kind. */
export const memberNoun = defineNoun({
  name: 'member',
  words: 'A member',
  plural: 'members',
  item: memberKind,
  isInstance: isMemberItem,
  toResource: toMember,
  schema: memberSchema,
  examples: { name: 'Grace Hopper', email: 'grace@example.com' },
  // Guests see the members of their teams only, and the log does not say who is in a team.
  reader: { scopes: ['members:read'], role: 'member' },
  placeOf: workspacePlace(toMember),
  ofTeam: 'none',
  events: { clients: 'none' },
  history: 'none',
  reverts: 'none',
  names: 'none',
  search: 'none',
  mirror: { derived: [], lists: { workspace: {} } },
});
