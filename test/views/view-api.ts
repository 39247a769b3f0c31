import type { View } from '../../shared/planning/views/view.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';

/** The operations of views as one client calls them. */
export function viewApi({ path }: { path: string }, client: Client) {
  const at = (id: string) => `${path}/views/${id}`;
  const send = (body: object) => client.post(`${path}/views`, body);
  return {
    send,
    /** Saves a view and returns it; throws where that is refused. */
    create: async (body: object = {}): Promise<View> => dataOf(await send({ name: 'A view', ...body }), 201),
    get: (id: string) => client.get(at(id)),
    list: async (query: RequestOptions['query'] = {}): Promise<View[]> =>
      dataOf(await client.get(`${path}/views`, query), 200),
    update: (id: string, body: object) => client.patch(at(id), body),
    delete: (id: string) => client.delete(at(id)),
    stories: (id: string, query: RequestOptions['query'] = {}) => client.get(`${at(id)}/stories`, query),
  };
}
