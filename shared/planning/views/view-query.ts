import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import type { ParsedFilter } from '../filters/filter-language.ts';
import type { View } from './view.ts';

/** Imported on demand to keep the bundle under 250 KB. */
const filterLanguage = () => import('../filters/filter-language.ts');

/** The parameters of listStories that a view stands for. A team's view has its stories, unless its filter names teams. */
export async function queryOf({ filter, sort, teamId }: View) {
  const { keysOf } = await filterLanguage();
  const { expression } = await parsed(filter);
  const namesTeam = keysOf(expression).includes('team');
  return {
    ...(filter.trim() === '' ? {} : { filter }),
    ...(sort === null ? {} : { sort }),
    ...(teamId === null || namesTeam ? {} : { teamId }),
  };
}

/**
 * Throws a 400 for a filter that cannot run: with words or values that it does not know, or an order in addition to `sort`.
 * Names are looked up when it runs, since readers see different ones.
 */
export async function assertRunnable(
  { filter, sort }: Pick<View, 'filter' | 'sort'>,
  now: Date,
): Promise<void> {
  const said = await parsed(filter);
  const [{ wordsIn }, { fixedMeaning, sortsOf }, { combined, partsOf }] = await Promise.all([
    filterLanguage(),
    import('../filters/filter-words.ts'),
    import('../stories/resolve-filter.ts'),
  ]);
  ofBody(() => {
    for (const word of wordsIn(said.expression)) fixedMeaning(word, now);
    const known = partsOf(said.expression).map((part) => ({
      part,
      condition: 'word' in part ? fixedMeaning(part.word, now) : undefined,
    }));
    combined(known.flatMap(({ part, condition }) => (condition ? { part, condition } : [])));
    if (said.sort !== undefined) sortsOf(said.sort);
  });
  if (said.sort === undefined || sort === null) return;
  throw invalidRequest([{ path: 'filter', message: 'says sort: too; clear one of them' }]);
}

async function parsed(filter: string): Promise<ParsedFilter> {
  const { parseFilter } = await filterLanguage();
  return ofBody(() => parseFilter(filter));
}

/** What is made of a filter; that of a view is part of the body. */
function ofBody<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error;
    throw invalidRequest(error.fields.map((field) => ({ ...field, in: 'body' })));
  }
}
