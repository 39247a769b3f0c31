import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { placeOnPortal } from '../portal/portal-place.ts';
import { feedbackCommentKind, toFeedbackComment } from './comment-store.ts';
import { feedbackCommentSchema } from './feedback-comment.ts';

export const feedbackCommentNoun = defineNoun({
  name: 'feedback_comment',
  words: 'A comment on a feedback item',
  plural: 'feedback comments',
  item: feedbackCommentKind,
  toResource: toFeedbackComment,
  schema: feedbackCommentSchema,
  examples: {},
  reader: { scopes: ['feedback:read'], role: 'member' },
  placeOf: placeOnPortal(toFeedbackComment),
  ofTeam: 'none',
  events: { clients: 'none' },
  history: 'none',
  reverts: ['created'],
  names: 'none',
  search: 'none',
  mirror: { derived: [], lists: 'separately' },
});
