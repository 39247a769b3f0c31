import { expect } from 'vitest';
import { confirmIdentityProvider } from '../../shared/identity/identity-providers/confirm-identity-provider.ts';
import { serviceAccountApi } from '../service-accounts/service-account-api.ts';
import { readAll } from '../support/answers.ts';
import type { Answer } from '../support/client.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

export function credentialWrites(place: () => Place): Record<string, Write> {
  const accounts = () => serviceAccountApi(place().workspace, place().admin.client);
  const key = () => ({ 'idempotency-key': newKey() });

  /** One was made, and its secret was shown unless the answer was a replay. */
  async function expectMade(path: string, { status, headers, json, text }: Answer) {
    expect(status, text).toBe(201);
    const all = await readAll(place().admin.client, path, { limit: 100 });
    expect(all.filter(({ name }) => name === json.data.name)).toEqual([json.data]);
    expect('token' in json).toBe(!headers.has('idempotent-replayed'));
  }

  /** A write on a service account that answers with it as it then is. */
  const change =
    (
      send: (id: string, teamId: string, headers: Record<string, string>) => Promise<Answer>,
      expected: (teamId: string) => object,
    ): Write =>
    async () => {
      const { team } = place();
      const { id } = await accounts().create();
      const headers = key();
      return {
        send: () => send(id, team.id, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(await accounts().read(id)).toEqual(json.data);
          expect(json.data).toMatchObject(expected(team.id));
        },
      };
    };

  const providerFields = {
    issuer: 'https://login.example.com',
    audience: 'https://plotline.example.com',
    emailDomains: ['example.com'],
  };
  const provider = () => {
    const { workspace, admin } = place();
    const id = newKey();
    const path = `${workspace.path}/identity-providers/${id}`;
    const put = () => admin.client.request('PUT', path, { body: providerFields });
    return { id, path, put, read: async () => (await admin.client.get(path)).json.data };
  };

  return {
    async createToken() {
      const { workspace, admin } = place();
      const [body, headers] = [{ name: newKey(), scopes: ['stories:read'] }, key()];
      return {
        send: () => admin.client.post(`${workspace.path}/tokens`, body, headers),
        verify: (answer) => expectMade(`${workspace.path}/tokens`, answer),
      };
    },
    async revokeToken() {
      const { workspace, admin } = place();
      const { id } = await workspace.person('member');
      const { credential } = await workspace.tokenFor(id);
      const path = `${workspace.path}/tokens`;
      return {
        send: () => admin.client.post(`${path}/${credential.id}/revoke`),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          const all = await readAll(admin.client, path, { memberId: id });
          expect(all.find((one) => one.id === credential.id)).toEqual(json.data);
          expect(json.data.revokedAt).not.toBeNull();
        },
      };
    },
    async updateTokenPolicy() {
      const { workspace, admin } = place();
      const [path, headers] = [`${workspace.path}/token-policy`, key()];
      const { memberTokens } = (await admin.client.get(path)).json.data;
      const body = { memberTokens: memberTokens === 'allowed' ? 'forbidden' : 'allowed' };
      return {
        send: () => admin.client.request('PUT', path, { body, headers }),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect([json.data, (await admin.client.get(path)).json.data]).toEqual([body, body]);
        },
      };
    },
    async createServiceAccount() {
      const [body, headers] = [{ name: newKey(), teamIds: [place().team.id] }, key()];
      return {
        send: () => accounts().send(body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const all = await readAll(place().admin.client, accounts().root, { limit: 100 });
          expect(all.filter(({ name }) => name === body.name)).toEqual([json.data]);
        },
      };
    },
    async updateServiceAccount() {
      const account = await accounts().create();
      const headers = key();
      return {
        send: () => accounts().update(account, { name: 'Renamed' }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect([json.data, json.data.name]).toEqual([await accounts().read(account.id), 'Renamed']);
        },
      };
    },
    addServiceAccountTeam: change(
      (id, teamId, headers) => accounts().give(id, teamId, headers),
      (teamId) => ({ teamIds: [teamId] }),
    ),
    async removeServiceAccountTeam() {
      const { team } = place();
      const { id } = await accounts().create([team.id]);
      const headers = key();
      return {
        send: () => accounts().take(id, team.id, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toEqual({ id: team.id, deleted: true });
          expect((await accounts().read(id)).teamIds).toEqual([]);
        },
      };
    },
    async deleteServiceAccount() {
      const { id } = await accounts().create([place().team.id]);
      const headers = key();
      return {
        send: () => accounts().delete(id, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toEqual({ id, deleted: true });
          expect((await accounts().read(id)).deletedAt).not.toBeNull();
        },
      };
    },
    async registerServiceAccountClient() {
      const { id } = await accounts().create();
      const [jwksUri, headers] = ['https://agents.example.com/keys.json', key()];
      return {
        send: () => place().admin.client.post(`${accounts().root}/${id}/oauth-client`, { jwksUri }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect(json.data).toMatchObject({ serviceAccountId: id, jwksUri });
        },
      };
    },
    async putIdentityProvider() {
      const [{ path, read }, headers] = [provider(), key()];
      return {
        send: () => place().admin.client.request('PUT', path, { body: providerFields, headers }),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(await read()).toEqual(json.data);
        },
      };
    },
    async verifyIdentityProvider() {
      const [{ id, path, put, read }, headers] = [provider(), key()];
      const { workspace, admin } = place();
      await put();
      const body = { identityProviderId: id };
      await workspace.operator.within(workspace.id).run(confirmIdentityProvider, { body });
      return {
        send: () => admin.client.post(`${path}/verify`, undefined, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect([await read(), json.data.verifiedAt]).toEqual([json.data, expect.any(String)]);
        },
      };
    },
    async deleteIdentityProvider() {
      const [{ id, path, put, read }, headers] = [provider(), key()];
      await put();
      return {
        send: () => place().admin.client.delete(path, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect([json.data, await read()]).toEqual([{ id, deleted: true }, null]);
        },
      };
    },
    async createServiceAccountKey() {
      const { id } = await accounts().create();
      const [body, headers] = [{ name: newKey() }, key()];
      return {
        send: () => accounts().sendKey(id, body, headers),
        verify: (answer) => expectMade(accounts().keysPath(id), answer),
      };
    },
    async revokeServiceAccountKey() {
      const { id } = await accounts().create();
      const made = await accounts().createKey(id);
      return {
        send: () => accounts().revoke(id, made.id),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          const [stored] = await readAll(place().admin.client, accounts().keysPath(id));
          expect(stored).toEqual(json.data);
          expect(stored).toMatchObject({ id: made.id, revokedAt: expect.any(String) });
        },
      };
    },
  };
}
