import type { Api } from './core/api-access.ts';

interface NamedResource {
  resource: string;
  id: string;
}

/** What reads things that no reversal takes back. */
async function readIrreversible(): Promise<ReadonlyMap<string, { path: string }>> {
  const [{ getMember }, { getTeam }] = await Promise.all([
    import('../shared/identity/members/get-member.ts'),
    import('../shared/identity/teams/get-team.ts'),
  ]);
  return new Map<string, { path: string }>([
    ['member', getMember],
    ['team', getTeam],
  ]);
}

/**
 * What people call resources, by their ids: a story by its reference and title, others by their name. Those that are gone,
 * or that the token does not see, are left out, and so are those that need another's id to be read.
 */
export async function nameResources(
  { client, path }: Api,
  all: readonly NamedResource[],
): Promise<Map<string, string>> {
  // Most reversals keep nothing.
  const [{ inverses }, irreversible] = await Promise.all([
    import('../shared/surface/change-sets/inverses.ts'),
    readIrreversible(),
  ]);
  const names = new Map<string, string>();
  for (const { resource, id } of new Map(all.map((one) => [one.id, one])).values()) {
    const reading = inverses.get(resource)?.get ?? irreversible.get(resource);
    const [, own = ''] = reading?.path.split('{workspaceId}') ?? [];
    if (own.match(/\{/g)?.length !== 1) continue;
    const at = `${path}${own.replace(/\{\w+\}/, id)}`;
    const { data } = await client.send('GET', at).catch(() => ({ data: null }));
    const { reference, title, name } = (data ?? {}) as Partial<Record<string, string | null>>;
    const text = [reference, title ?? name].filter(Boolean).join(' ');
    if (text !== '') names.set(id, text);
  }
  return names;
}
