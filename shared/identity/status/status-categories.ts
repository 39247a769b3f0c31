import { getStatusReference } from './status-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';

/** A status never changes its category, so categories are cached per sandbox. */
const cachedCategories = new Map<string, StatusCategory>();
const CACHED_MAX = 10_000;

/** Returns the categories of statuses by id; a missing status counts as backlog. */
export async function getStatusCategories(
  read: Reader,
  statusIds: readonly string[],
): Promise<ReadonlyMap<string, StatusCategory>> {
  if (cachedCategories.size > CACHED_MAX) cachedCategories.clear();
  const unknown = [...new Set(statusIds)].filter((id) => !cachedCategories.has(id));
  const references = await Promise.all(unknown.map((id) => getStatusReference(read, id)));
  for (const [position, id] of unknown.entries()) {
    cachedCategories.set(id, references[position]?.category ?? 'backlog');
  }
  return cachedCategories;
}
