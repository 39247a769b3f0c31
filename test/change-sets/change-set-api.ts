import type { Client } from '../support/client.ts';
import { until } from '../support/until.ts';

interface Change {
  resource: string;
  id: string;
  action: string;
  changes: { field: string; from?: unknown; to?: unknown }[];
}

/** A change set as the API returns it. */
export interface ShownChangeSet {
  id: string;
  actor: { kind: string; id: string | null; via: string };
  startedAt: string;
  endedAt: string;
  changes: Change[];
  reversible: boolean;
}

/** The change sets of a workspace as one client reads and reverts them. */
export function changeSetApi({ path }: { path: string }, client: Client) {
  const at = (id: string) => `${path}/change-sets/${id}`;
  const get = (id: string) => client.get(at(id));
  return {
    get,
    /** A change set once it has as many changes. */
    async of(id: string, count: number): Promise<ShownChangeSet> {
      const read = async () => (await get(id)).json.data as ShownChangeSet | null;
      await until(async () => (await read())?.changes.length === count);
      return (await read())!;
    },
    /** Waits until the list has as many change sets of an actor since a time. */
    untilListed: ({ actorId, since }: { actorId: string; since: string }, count: number) =>
      until(async () => {
        const { json } = await client.get(`${path}/change-sets`, { actorId, since });
        return json.data.length === count;
      }),
    revertChanges: (body: object, headers?: Record<string, string>) =>
      client.post(`${path}/change-sets/revert`, body, headers),
    revert: (id: string, body: object = {}, headers?: Record<string, string>) =>
      client.post(`${at(id)}/revert`, body, headers),
  };
}
