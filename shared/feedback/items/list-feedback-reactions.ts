import { list } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { feedbackReactionSchema } from './feedback-reaction.ts';
import { findReactions, loadReacted, positionOf, REACTIONS_PATH } from './reaction-access.ts';

export const listFeedbackReactions = list({
  id: 'listFeedbackReactions',
  path: REACTIONS_PATH,
  tag: 'Feedback portals',
  summary: 'List reactions to comments on a feedback item',
  description:
    'Returns the reactions to the comments on an item, and on those merged into it, counted by comment and kind; those to the newest comment first.',
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid(), itemId: uuid() },
  item: feedbackReactionSchema,
  load: ({ path, read }) => loadReacted(read, path),
  handle: async ({ loaded, caller, read, page: { limit, after } }) => {
    const all = await findReactions(caller, read, loaded);
    const rest = all.filter((one) => after === undefined || positionOf(one) < after);
    const items = rest.slice(0, limit);
    return { items, next: rest.length > limit ? positionOf(items.at(-1)!) : undefined };
  },
});
