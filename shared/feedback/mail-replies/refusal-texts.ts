import { problemTexts } from '../../identity/inbound-mail/problem-texts.ts';
import { COMMENT_MAX_CHARACTERS } from '../items/feedback-comment.ts';
import { visitorLimits } from '../visitors/visitor-limits.ts';
import { REPLY_DAYS } from './reply-address.ts';

/** Why a reply becomes no comment, and the answer to its sender. */
export const refusalTexts = {
  'not confirmed':
    'Your email provider does not confirm that you sent it, or it was forwarded. Write your comment on the page of the idea.',
  'another address':
    'It came from another address than the one that the notification was sent to. Reply from that address.',
  expired: `A notification can be answered for ${REPLY_DAYS} days, and this one is older. Write your comment on the page of the idea.`,
  gone: 'The idea is no longer public.',
  banned: 'The team of this portal has blocked your account.',
  unnamed:
    'Comments are shown with a name, and you have not chosen one. Choose a name, then send your reply again.',
  empty: 'It has no text besides what it quotes. Write your comment above the quoted text.',
  'too long': `It is longer than ${COMMENT_MAX_CHARACTERS.toLocaleString('en')} characters.`,
  'too large':
    'It is larger than 10 MB with its files. Files are not posted: send your reply again without them.',
  ...problemTexts,
  limited: `You have written ${visitorLimits.comments.most} comments in an hour, the maximum. Send your reply again later.`,
  full: 'This idea has the maximum number of comments.',
} as const;

export type RefusalReason = keyof typeof refusalTexts;
