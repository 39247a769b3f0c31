import type { CustomField } from '../../shared/planning/story-parts/custom-field.ts';
import { newKey, type TestWorkspace } from '../support/workspace.ts';
import type { Client } from '../support/client.ts';
import { dataOf } from '../stories/story-api.ts';

/** The custom fields of a workspace, as one client manages them. */
export function fieldApi({ path }: Pick<TestWorkspace, 'path'>, client: Client) {
  const at = (id: string) => `${path}/custom-fields/${id}`;
  const send = (body: object) => client.post(`${path}/custom-fields`, body);
  return {
    send,
    /** Creates a field with a key and a name of its own; throws where that is refused. */
    create: async (fields: object = {}): Promise<CustomField> => {
      const key = `f${newKey().replaceAll('-', '').slice(0, 20)}`;
      return dataOf(await send({ key, name: `Field ${key}`, type: 'text', ...fields }), 201);
    },
    get: (id: string) => client.get(at(id)),
    read: async (id: string): Promise<CustomField> => dataOf(await client.get(at(id)), 200),
    list: (query: Record<string, string | number> = {}) => client.get(`${path}/custom-fields`, query),
    update: ({ id, updatedAt }: CustomField, fields: object) =>
      client.patch(at(id), { expectedUpdatedAt: updatedAt, ...fields }),
    archive: (id: string) => client.post(`${at(id)}/archive`),
    unarchive: (id: string) => client.post(`${at(id)}/unarchive`),
  };
}
