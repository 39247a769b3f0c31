import type { StatusCategory } from '../../kernel/core/status-category.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { findCategories, type FindCategory } from '../../identity/status/find-categories.ts';

/** The most statuses whose categories a sandbox remembers. */
const STATUSES_MAX = 20_000;

const known = new Map<string, StatusCategory>();

/** Finds the category of a status, which never changes: each is read once by a sandbox. */
export function categoriesOf(read: Reader): FindCategory {
  const find = findCategories(read);
  return async (id) => {
    const category = known.get(id) ?? (await find(id));
    if (category && known.size >= STATUSES_MAX) known.clear();
    if (category) known.set(id, category);
    return category;
  };
}
