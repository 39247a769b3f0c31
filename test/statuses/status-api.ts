import { randomUUID } from 'node:crypto';
import type { Status } from '../../shared/identity/status/status.ts';
import { dataOf } from '../stories/story-api.ts';
import { readAll } from '../support/answers.ts';
import type { Client } from '../support/client.ts';

/** The operations on statuses as one client calls them: those of a team, and by teamId null those of objectives. */
export function statusApi({ path }: { path: string }, client: Client, teamId: string | null) {
  const root = `${path}/statuses`;
  const at = (id: string) => `${path}/statuses/${id}`;
  const owner = teamId === null ? { appliesTo: 'objective' } : { teamId };
  const send = (body: object, headers: Record<string, string> = {}) =>
    client.post(root, { name: randomUUID(), category: 'started', ...owner, ...body }, headers);
  const update = ({ id, updatedAt }: Status, fields: object, headers: Record<string, string> = {}) =>
    client.patch(at(id), { expectedUpdatedAt: updatedAt, ...fields }, headers);
  return {
    /** Makes a status and returns the answer. */
    send,
    /** Makes a status and returns it; throws where that is refused. */
    create: async (body: object = {}): Promise<Status> => dataOf(await send(body), 201),
    get: (id: string) => client.get(at(id)),
    read: async (id: string): Promise<Status> => dataOf(await client.get(at(id)), 200),
    update,
    change: async (status: Status, fields: object): Promise<Status> =>
      dataOf(await update(status, fields), 200),
    archive: (id: string, headers: Record<string, string> = {}) =>
      client.post(`${at(id)}/archive`, undefined, headers),
    unarchive: (id: string, headers: Record<string, string> = {}) =>
      client.post(`${at(id)}/unarchive`, undefined, headers),
    /** All statuses that are listed, in their order. */
    async list(archived?: 'only' | 'include'): Promise<Status[]> {
      const statuses: Status[] = await readAll(client, root, { ...owner, archived, limit: 100 });
      return statuses.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
    },
  };
}

export type StatusApi = ReturnType<typeof statusApi>;
