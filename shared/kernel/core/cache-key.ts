/**
 * The query parameters in the cache key of shared caches. A response must not depend on any other, because it
 * is served to everyone with the same key.
 */
export const cacheKeyQuery = ['q', 'status', 'boardId', 'tag', 'sort', 'limit', 'cursor'] as const;
