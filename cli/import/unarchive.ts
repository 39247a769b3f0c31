import type { ApiClient } from './api-client.ts';

interface Archived {
  id: string;
  archivedAt: string | null;
}

/**
 * Takes out of the archive what an import needs again: undoing one archives what it had created and cannot be deleted.
 * Returns undefined where there is nothing that fits, or it cannot be taken out.
 */
export function unarchiver(client: ApiClient, path: string) {
  const lists = new Map<string, Promise<Archived[]>>();
  return async <T extends Archived>(
    noun: 'labels' | 'statuses' | 'custom-fields',
    query: Record<string, string>,
    fits: (one: T) => boolean,
  ): Promise<T | undefined> => {
    const name = JSON.stringify([noun, query]);
    const list = lists.get(name) ?? client.list<T>(`${path}/${noun}`, { ...query, archived: 'only' });
    lists.set(name, list);
    const found = ((await list) as T[]).find(fits);
    if (!found) return undefined;
    const answer = await client.send('POST', `${path}/${noun}/${found.id}/unarchive`);
    return answer.status === 200 ? (answer.data as T) : undefined;
  };
}
