import { EventError, eventErrors } from '../../../kernel/api/mcp/events.ts';
import { ApiError } from '../../../kernel/core/errors.ts';
import { InvalidFilters, parseFilters } from '../../../events/subscriptions/catalog.ts';
import type { EventFilters } from '../../../events/subscriptions/mcp-event.ts';

/** The filters in the arguments of an event. Throws an EventError for an unknown event or wrong arguments. */
export function filtersOrThrow(name: string, args: Record<string, unknown>): EventFilters {
  try {
    const filters = parseFilters(name, args);
    if (filters) return filters;
  } catch (error) {
    if (error instanceof InvalidFilters) throw new EventError(error.message);
    throw error;
  }
  throw new EventError(`There is no event ${name}.`, eventErrors.notFound, { kind: 'event' });
}

/** Converts an operation's error into one of the extension; returns other errors unchanged. */
export function toEventError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'invalid_cursor') return new EventError('The cursor was not issued for this event.');
  if (error.code === 'not_found') return new EventError(error.message, eventErrors.forbidden);
  return error;
}
