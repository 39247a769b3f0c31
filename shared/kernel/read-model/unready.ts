import { ApiError } from '../core/errors.ts';

/** Seconds for Retry-After. */
const RETRY_AFTER_SECONDS = 2;

/** The 503 while a model is built for the first time. */
export const stillBuilding = (documents: number): ApiError =>
  new ApiError(
    'service_unavailable',
    `The search index of a team is being built: ${documents} documents so far. It continues with the next request.`,
    { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
  );

/** The 503 of a model that a function cannot hold; repeating the request is of no use. */
export const tooLarge = (documents: number): ApiError =>
  new ApiError(
    'service_unavailable',
    `A team is too large to be searched: its search index holds ${documents} documents and has no room for more.`,
    {
      hint: 'Leave the team out, or list its stories without q, filter and sort. Repeating the request does not help.',
    },
  );
