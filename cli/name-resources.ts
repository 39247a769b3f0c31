import type { ResourceOperation } from '../shared/kernel/api/operation/operation-kinds.ts';
import { fillPath } from '../shared/kernel/api/operation/parse-input.ts';
import type { Api } from './core/api-access.ts';

interface NamedResource {
  resource: string;
  id: string;
}

/**
 * What people call resources, by their ids: a story by its reference and title, others by their name. Those that are gone,
 * or that the reader does not see, are left out, and so are those that need another's id to be read.
 */
export async function namesBy(
  read: (operation: ResourceOperation, path: Record<string, string>) => Promise<unknown>,
  all: readonly NamedResource[],
): Promise<Map<string, string>> {
  // Most reversals keep nothing.
  const { readings } = await import('./declared/readings.ts');
  const names = new Map<string, string>();
  for (const { resource, id } of new Map(all.map((one) => [one.id, one])).values()) {
    const reading = readings.get(resource);
    const [, name, ...more] = [...(reading?.path.matchAll(/\{(\w+)\}/g) ?? [])].map(([, one]) => one!);
    if (!reading || name === undefined || more.length > 0) continue;
    const data = await read(reading, { [name]: id }).catch(() => null);
    const { reference, title, name: called } = (data ?? {}) as Partial<Record<string, string | null>>;
    const text = [reference, title ?? called].filter(Boolean).join(' ');
    if (text !== '') names.set(id, text);
  }
  return names;
}

/** The same by the API. */
export const nameResources = ({ client, path: at }: Api, all: readonly NamedResource[]) =>
  namesBy(async (operation, path) => {
    const [, own = ''] = operation.path.split('{workspaceId}');
    return (await client.send('GET', at + fillPath(own, path))).data;
  }, all);
