import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import type { TestWorkspace } from '../support/workspace.ts';

interface Entry {
  id: string;
  timestamp: string;
  actor: { kind: string; id: string | null; via: string };
  action: string;
  changes: { field: string; from?: unknown; to?: unknown }[];
  summary: string;
}

/** The histories of things as one client reads them. */
export function historyApi({ path }: Pick<TestWorkspace, 'path'>, client: Client) {
  const get = (thing: string, query: Record<string, string | number> = {}) =>
    client.get(`${path}/${thing}/history`, query);
  const read = async (thing: string): Promise<Entry[]> => (await get(thing)).json.data as Entry[];
  return {
    get,
    /** The entries once there are as many. */
    async of(thing: string, count: number): Promise<Entry[]> {
      await expect.poll(async () => (await read(thing)).length).toBe(count);
      return await read(thing);
    },
  };
}
