import type { PlainText } from '../messages/page-messages.ts';

/** What pages say after a visitor has done something, by the act as addresses name it. */
export const acts = {
  item: {
    suggested: 'idea.thanks',
    'for-customer': 'done.forCustomer',
    voted: 'done.voted',
    unvoted: 'done.unvoted',
    edited: 'done.edited',
    pictured: 'done.pictured',
    followed: 'done.followed',
    unfollowed: 'done.unfollowed',
  },
  updates: {
    subscribed: 'done.subscribed',
    unsubscribed: 'done.unsubscribed',
  },
  comment: {
    commented: 'done.commented',
    replied: 'done.replied',
    'comment-edited': 'done.commentEdited',
    'comment-pictured': 'done.pictured',
    'comment-deleted': 'done.commentDeleted',
  },
} as const satisfies Record<string, Record<string, PlainText>>;
