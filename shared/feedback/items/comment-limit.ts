import type { RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';

/** Comments of a person on all portals, on pages and by mail. */
export const commentLimit: RateLimit = { name: 'comment on portal', most: 30, span: 60 * 60 * 1_000 };
