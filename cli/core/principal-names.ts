import type { Api } from './api-access.ts';

interface Acted {
  actor: { id: string | null };
}

/** The names of those who acted, by their ids, as far as the token may know them. */
export async function namesOf({ client, path }: Api, acts: readonly Acted[]): Promise<Map<string, string>> {
  const ids = new Set(acts.flatMap(({ actor }) => actor.id ?? []));
  const names = new Map<string, string>();
  for (const id of ids) {
    const { data } = await client.send('GET', `${path}/principals/${id}`).catch(() => ({ data: null }));
    const name = (data as { name?: string } | null)?.name;
    if (name !== undefined) names.set(id, name);
  }
  return names;
}
