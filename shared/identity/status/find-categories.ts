import type { Reader } from '../../kernel/core/database.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';
import { getStatusReference } from './status-store.ts';

export type FindCategory = (statusId: string) => Promise<StatusCategory | undefined>;

/** Returns a function that finds the category of a status, which never changes; each is read once. */
export function findCategories(read: Reader): FindCategory {
  const asked = new Map<string, Promise<StatusCategory | undefined>>();
  return (id) => {
    const answer = asked.get(id) ?? getStatusReference(read, id).then((status) => status?.category);
    asked.set(id, answer);
    return answer;
  };
}
