import { dataOf } from '../stories/story-api.ts';
import type { Client } from './client.ts';
import { newKey } from './workspace.ts';

type Headers = Record<string, string>;

/** The resources at a path, as one client manages them; `defaults` is what creating one takes at least. */
export function resourceApi<R extends { id: string; updatedAt: string }>(
  client: Client,
  path: string,
  defaults: object,
) {
  const at = (id: string) => `${path}/${id}`;
  const send = (body: object, headers: Headers = {}) =>
    client.post(path, body, { 'idempotency-key': newKey(), ...headers });
  return {
    send,
    /** Creates one; throws where that is refused. */
    create: async (fields: object): Promise<R> => dataOf(await send({ ...defaults, ...fields }), 201),
    get: (id: string) => client.get(at(id)),
    list: (query: Record<string, string | number> = {}) => client.get(path, query),
    update: ({ id, updatedAt }: R, fields: object, headers: Headers = {}) =>
      client.patch(at(id), { expectedUpdatedAt: updatedAt, ...fields }, headers),
    delete: (id: string, headers: Headers = {}) => client.delete(at(id), headers),
  };
}
