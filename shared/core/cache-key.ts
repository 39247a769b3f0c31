/**
 * The query parameters that shared caches tell one answer from another by. What an answer repeats of any other
 * would reach everyone who is given the same answer after.
 */
export const cacheKeyQuery = ['status', 'boardId', 'sort', 'limit', 'cursor'] as const;
