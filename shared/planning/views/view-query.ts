import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { keysOf, parseFilter, type ParsedFilter } from '../stories/filter-language.ts';
import type { View } from './view.ts';

/** The parameters of listStories that a view stands for. A team's view has its stories, unless its filter names teams. */
export function queryOf({ filter, sort, teamId }: View) {
  const namesTeam = keysOf(parsed(filter).expression).includes('team');
  return {
    ...(filter.trim() === '' ? {} : { filter }),
    ...(sort === null ? {} : { sort }),
    ...(teamId === null || namesTeam ? {} : { teamId }),
  };
}

/** Throws a 400 for a filter that cannot run: with words that it does not know, or an order in addition to `sort`. */
export function assertRunnable({ filter, sort }: Pick<View, 'filter' | 'sort'>): void {
  if (parsed(filter).sort === undefined || sort === null) return;
  throw invalidRequest([{ path: 'filter', message: 'says sort: too; clear one of them' }]);
}

/** What a filter says; of a request, the filter is part of the body. */
function parsed(filter: string): ParsedFilter {
  try {
    return parseFilter(filter);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error;
    throw invalidRequest(error.fields.map((field) => ({ ...field, in: 'body' })));
  }
}
