import type { RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';

const HOUR_MS = 60 * 60 * 1000;

/** How often one person may do something in an hour, on all portals together; comments count on pages and by mail. */
export const visitorLimits = {
  submissions: { name: 'submit to portal', most: 10, span: HOUR_MS },
  comments: { name: 'comment on portal', most: 30, span: HOUR_MS },
  votes: { name: 'vote', most: 200, span: HOUR_MS },
  reactions: { name: 'react on portal', most: 200, span: HOUR_MS },
  pictures: { name: 'add picture to portal', most: 20, span: HOUR_MS },
  uploads: { name: 'upload picture to portal', most: 60, span: HOUR_MS },
  edits: { name: 'edit on portal', most: 60, span: HOUR_MS },
} satisfies Record<string, RateLimit>;
