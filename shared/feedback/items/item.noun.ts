import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { placeOnPortal } from '../portal/portal-place.ts';
import { feedbackItemKind, toItem } from './item-store.ts';
import { foundItem } from './found-item.ts';
import { itemSchema } from './item.ts';

export const feedbackItemNoun = defineNoun({
  name: 'feedback_item',
  words: 'A feedback item',
  plural: 'feedback items',
  item: feedbackItemKind,
  toResource: toItem,
  schema: itemSchema,
  examples: { status: 'planned', slug: 'faster-exports', tags: 'exports', internalTags: 'enterprise' },
  reader: { scopes: ['feedback:read'], role: 'member' },
  placeOf: placeOnPortal(toItem),
  ofTeam: 'none',
  events: { clients: 'none' },
  history: 'none',
  reverts: ['created', 'updated'],
  names: 'none',
  search: {
    ownedBy: 'portal',
    models: async () => {
      const { feedbackModel, hiddenFeedbackModel } = await import('./item-index.ts');
      return { definitions: [feedbackModel, hiddenFeedbackModel] };
    },
    show: foundItem,
  },
  mirror: { derived: ['voteCount', 'commentCount'], lists: 'separately' },
});
