import type { Client } from '../support/client.ts';
import { newWorkspace } from '../support/workspace.ts';

export const providerFields = {
  issuer: 'https://login.example.com',
  audience: 'https://plotline.example.com',
  emailDomains: ['example.com'],
};

/** A workspace whose identity providers an admin and a member manage, as far as they may. */
export async function newProviderWorkspace() {
  const workspace = await newWorkspace();
  const path = `${workspace.path}/identity-providers`;
  const as = (client: Client) => ({
    put: (id: string, fields: object = {}) =>
      client.request('PUT', `${path}/${id}`, { body: { ...providerFields, ...fields } }),
    get: (id: string) => client.get(`${path}/${id}`),
    list: () => client.get(path),
    verify: (id: string) => client.post(`${path}/${id}/verify`),
    delete: (id: string) => client.delete(`${path}/${id}`),
  });
  const [admin, member] = [await workspace.person('admin'), await workspace.person('member')];
  return { admin: as(admin.client), member: as(member.client) };
}
