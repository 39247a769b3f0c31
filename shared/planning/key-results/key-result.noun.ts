import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { ownPlace } from '../../kernel/noun/places.ts';
import { canSeeObjective, getObjectiveReference } from '../objective/objective-store.ts';
import { keyResultKind, toKeyResult } from './key-result-store.ts';
import { keyResultEventSchema, keyResultSchema } from './key-result.ts';

export const keyResultNoun = defineNoun({
  name: 'key_result',
  words: 'A key result',
  plural: 'key results',
  item: keyResultKind,
  toResource: toKeyResult,
  schema: keyResultSchema,
  examples: { name: 'Successful exports' },
  reader: { scopes: ['objectives:read'], role: 'guest' },
  placeOf: ownPlace(toKeyResult),
  ofTeam: 'none',
  events: {
    derive: async (item, { read }) => ({
      objectiveName: (await getObjectiveReference(read, toKeyResult(item).objectiveId))?.name ?? null,
    }),
    data: keyResultEventSchema,
    clients: 'A key result',
  },
  history: 'none',
  reverts: ['created', 'updated'],
  names: {
    nameFor: async (caller, item, read) =>
      canSeeObjective(caller, await getObjectiveReference(read, toKeyResult(item).objectiveId))
        ? toKeyResult(item).name
        : undefined,
    quoted: true,
    fields: { keyResultId: 'keyResult' },
  },
  search: 'none',
  mirror: { derived: ['objectiveName'], lists: { team: {} }, under: 'objective' },
});
