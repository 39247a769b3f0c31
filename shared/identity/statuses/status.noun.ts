import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { ownPlace } from '../../kernel/noun/places.ts';
import { canSeeStatus } from '../status/status-access.ts';
import { deleteStatusChanges, statusesOf, statusKind, toStatus } from '../status/status-store.ts';
import { statusSchema } from '../status/status.ts';

export const statusNoun = defineNoun({
  name: 'status',
  words: 'A status',
  plural: 'statuses',
  item: statusKind,
  toResource: toStatus,
  schema: statusSchema,
  examples: { name: 'In review' },
  reader: { scopes: ['teams:read'], role: 'guest' },
  placeOf: ownPlace(toStatus),
  ofTeam: {
    partitions: (teamId) => [statusesOf(teamId), statusesOf(teamId, true)],
    deletion: deleteStatusChanges,
  },
  events: { clients: 'none' },
  history: 'none',
  reverts: ['created', 'updated'],
  names: {
    nameFor: (caller, item) => (canSeeStatus(caller, toStatus(item)) ? toStatus(item).name : undefined),
    quoted: false,
    fields: { statusId: 'status' },
  },
  search: 'none',
  mirror: {
    derived: [],
    lists: { workspace: { archived: 'include', appliesTo: 'objective' }, team: { archived: 'include' } },
  },
});
