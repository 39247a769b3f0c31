import type { Client } from '../support/client.ts';
import { dataOf } from '../stories/story-api.ts';

type Headers = Record<string, string>;

/** The operations on service accounts as one client calls them. */
export function serviceAccountApi({ path }: { path: string }, client: Client) {
  const root = `${path}/service-accounts`;
  const at = (id: string) => `${root}/${id}`;
  const send = (body: object, headers: Headers = {}) =>
    client.post(root, { name: 'A program', ...body }, headers);
  const sendKey = (id: string, body: object = {}, headers: Headers = {}) =>
    client.post(`${at(id)}/keys`, { name: 'A key', scopes: ['stories:read'], ...body }, headers);
  return {
    root,
    send,
    create: async (teamIds: string[] = []) => dataOf<any>(await send({ teamIds }), 201),
    get: (id: string) => client.get(at(id)),
    read: async (id: string) => dataOf<any>(await client.get(at(id)), 200),
    update: ({ id, updatedAt }: { id: string; updatedAt: string }, fields: object, headers: Headers = {}) =>
      client.patch(at(id), { expectedUpdatedAt: updatedAt, ...fields }, headers),
    delete: (id: string, headers: Headers = {}) => client.delete(at(id), headers),
    give: (id: string, teamId: string, headers: Headers = {}) =>
      client.post(`${at(id)}/teams`, { teamId }, headers),
    take: (id: string, teamId: string, headers: Headers = {}) =>
      client.delete(`${at(id)}/teams/${teamId}`, headers),
    sendKey,
    /** Makes a key and returns it with its secret. */
    createKey: async (id: string, body: object = {}): Promise<{ id: string; token: string }> => {
      const { status, json, text } = await sendKey(id, body);
      if (status !== 201) throw new Error(`createServiceAccountKey answered ${status}: ${text}`);
      return { ...json.data, token: json.token };
    },
    keysPath: (id: string) => `${at(id)}/keys`,
    revoke: (id: string, keyId: string, headers: Headers = {}) =>
      client.post(`${at(id)}/keys/${keyId}/revoke`, undefined, headers),
  };
}

export type ServiceAccountApi = ReturnType<typeof serviceAccountApi>;
