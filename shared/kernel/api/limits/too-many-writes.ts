import { ApiError } from '../../core/errors.ts';
import type { Standings } from './rate-limiter.ts';

/** The 429 of a workspace that has too few left of its writes of a day. */
export const tooManyWrites = ({ exceeded, resetSeconds }: Standings, writes: number): ApiError =>
  new ApiError(
    'rate_limited',
    `The workspace has too few left of its ${exceeded!.limit} writes of this day (UTC) for ${writes} more.`,
    {
      hint: 'Each item of a bulk request is a write, and so is each sub-story of a template. Go on after 00:00 UTC, or ask the operator to allow more.',
      headers: { 'retry-after': String(resetSeconds) },
    },
  );
