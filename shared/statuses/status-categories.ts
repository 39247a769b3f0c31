import type { Reader } from '../db/reader.ts';
import type { StatusCategory } from './status.ts';
import { getStatusReference } from './status-store.ts';

/** A status never changes its category, so a sandbox remembers those it has seen. */
const knownCategories = new Map<string, StatusCategory>();
const MOST_KNOWN = 10_000;

/** The categories of statuses by id; one that is not there counts as backlog. */
export async function categoriesOf(
  read: Reader,
  statusIds: readonly string[],
): Promise<ReadonlyMap<string, StatusCategory>> {
  if (knownCategories.size > MOST_KNOWN) knownCategories.clear();
  const unknown = [...new Set(statusIds)].filter((id) => !knownCategories.has(id));
  const references = await Promise.all(unknown.map((id) => getStatusReference(read, id)));
  for (const [position, id] of unknown.entries()) {
    knownCategories.set(id, references[position]?.category ?? 'backlog');
  }
  return knownCategories;
}
