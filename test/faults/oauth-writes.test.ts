import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Member } from '../../shared/identity/members/member.ts';
import { countAdminsOf } from '../../shared/identity/workspaces/workspace-store.ts';
import { invitationPath } from '../../shared/pages/session/account-paths.ts';
import { breakAt, breakages, countBreakable, recordCalls } from '../support/breakages.ts';
import { createBrowser, newAccount, signedIn, type Browser } from '../support/browser.ts';
import type { DynamoDbProxy, ProxiedCall } from '../support/dynamodb-proxy.ts';
import {
  authorizeUrl,
  codeFields,
  connect,
  getCode,
  newPkce,
  oauthApi,
  refreshFields,
  type RegisteredClient,
} from '../support/oauth.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { feedbackApi } from '../support/feedback.ts';
import { addressOf, newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { sampled, sampledCalls } from '../support/sampling.ts';

/** Every write of the authorization server, with every database call of it broken, then sent again as its client would. */
let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let browser: Browser;
let email: string;
let api: ReturnType<typeof oauthApi>;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  const person = await workspace.person('member');
  email = await addressOf(workspace, person.id);
  browser = await signedIn(service, workspace, person);
  api = oauthApi(service.baseUrl);
});

interface Answer {
  status: number;
  [more: string]: any;
}

interface Prepared {
  send: () => Promise<Answer>;
  /** Looks at what came of it; `again` says that it was sent a second time. */
  verify: (answer: Answer, again?: boolean) => Promise<void>;
}

/** How many connections of a client stand on the page of whoever connected it. */
async function connectionsOf({ redirectUri }: RegisteredClient): Promise<number> {
  const { text } = await browser.open('/connections');
  return text.split(`At <bdi>${new URL(redirectUri).host}</bdi>.`).length - 1;
}

/** Another workspace, which has added the person of the browser as an admin. */
async function newInvitation() {
  const other = await newWorkspace(service);
  const boss = await other.person('admin');
  const body = { name: 'Asked', email, role: 'admin' };
  const member: Member = (await boss.client.post(`${other.path}/members`, body)).json.data;
  const current = async (): Promise<Member> =>
    (await boss.client.get(`${other.path}/members/${member.id}`)).json.data;
  return { other, member, current };
}

let author: Browser | undefined;
let comments = 0;

/** Somebody who has signed in; another before one has written as many comments as an hour allows. */
async function newAuthor(): Promise<Browser> {
  if (!author || ++comments % 25 === 0)
    author = await signedIn(service, workspace, await workspace.person('guest'));
  return author;
}

let clients = 0;
/** A client with a host of its own, by which its connections are distinguished. */
const newClient = () => api.client(`https://client-${clients++}.example/callback`);

const writes: Record<string, () => Promise<Prepared>> = {
  async registerClient() {
    return {
      send: () => api.register({ redirect_uris: ['https://client.example/callback'] }),
      async verify({ status, json }) {
        expect(status).toBe(201);
        const client = { id: json.client_id, redirectUri: 'https://client.example/callback' };
        expect((await browser.open(authorizeUrl(client, newPkce().challenge))).status).toBe(200);
      },
    };
  },
  async decide() {
    const client = await newClient();
    const { verifier, challenge } = newPkce();
    const page = await browser.open(authorizeUrl(client, challenge));
    return {
      send: () => browser.submit(page, '/oauth/authorize', { decision: 'allow' }),
      async verify({ status, url }) {
        expect(status).toBe(200);
        const code = new URL(url).searchParams.get('code')!;
        expect((await api.token(codeFields(client, code, verifier))).status).toBe(200);
        expect(await connectionsOf(client)).toBe(1);
      },
    };
  },
  async 'issueTokens for a code'() {
    const client = await newClient();
    const { code, verifier } = await getCode(browser, client);
    return {
      send: () => api.token(codeFields(client, code, verifier)),
      async verify({ status, json }, again) {
        // A code that was used up without an answer stays used up: the client begins anew, and nothing is left behind.
        if (again && status === 400) {
          expect(json.error).toBe('invalid_grant');
          return expect(await connectionsOf(client)).toBe(0);
        }
        expect(status).toBe(200);
        expect((await api.token(refreshFields(client, json.refresh_token))).status).toBe(200);
        expect(await connectionsOf(client)).toBe(1);
      },
    };
  },
  async 'issueTokens for a refresh token'() {
    const client = await newClient();
    const { refreshToken } = await connect(service.baseUrl, browser, { client });
    return {
      send: () => api.token(refreshFields(client, refreshToken)),
      async verify({ status, json }) {
        expect(status).toBe(200);
        expect((await api.token(refreshFields(client, json.refresh_token))).status).toBe(200);
        expect(await connectionsOf(client)).toBe(1);
      },
    };
  },
  async revokeOAuthToken() {
    const client = await newClient();
    const { refreshToken } = await connect(service.baseUrl, browser, { client });
    return {
      send: () => api.revoke({ token: refreshToken, client_id: client.id }),
      async verify({ status }) {
        expect(status).toBe(200);
        expect(await connectionsOf(client)).toBe(0);
      },
    };
  },
  async endConnection() {
    const client = await newClient();
    await connect(service.baseUrl, browser, { client });
    const page = await browser.open('/connections');
    const [, connection] = /name="connection" value="([^"]+)"/.exec(page.text)!;
    return {
      send: () => browser.submit(page, '/connections', { connection: connection! }),
      async verify({ status }) {
        expect(status).toBe(200);
        expect(await connectionsOf(client)).toBe(0);
      },
    };
  },
  async signOut() {
    const own = await signedIn(service, workspace, await workspace.person('member'));
    const page = await own.open('/connections');
    const session = own.cookies.get('__Host-session')!;
    return {
      send: () => own.submit(page, '/sign-out'),
      async verify({ status }, again) {
        // Signed out already, a second time its form is out of date.
        expect(again ? [200, 403] : [200]).toContain(status);
        own.cookies.set('__Host-session', session);
        expect(new URL((await own.open('/connections')).url).pathname).toBe('/sign-in');
      },
    };
  },
  async signIn() {
    const account = await newAccount(workspace, await workspace.person('member'));
    const own = createBrowser(service.baseUrl);
    const page = await own.open('/sign-in');
    return {
      send: () => own.submit(page, '/sign-in', account),
      async verify({ status }, again) {
        // The session began, but a later call of the page that it leads to failed.
        expect(again ? [200, 403] : [200]).toContain(status);
        expect(new URL((await own.open('/connections')).url).pathname).toBe('/connections');
      },
    };
  },
  async saveOwnName() {
    const [admin, own] = [await workspace.person('admin'), await newAuthor()];
    const feedback = feedbackApi(workspace, admin.client);
    const portal = await feedback.portal();
    const item = await feedback.item(portal);
    const at = `/portals/${portal.slug}/feedback/items/${item.slug}`;
    await own.submit(await own.open(at), `${at}/comments`, { content: 'Under any name' });
    const page = await own.open('/account');
    const name = `Name ${randomUUID()}`;
    return {
      send: () => own.submit(page, '/account/name', { name }),
      async verify({ status }) {
        expect(status).toBe(200);
        expect((await own.open('/account')).text).toContain(`value="${name}"`);
        const comments = await admin.client.get(`${feedback.pathOf(portal)}/items/${item.id}/comments`);
        expect(comments.json.data).toMatchObject([{ authorName: name }]);
      },
    };
  },
  async acceptWorkspace() {
    const { other, member, current } = await newInvitation();
    const page = await browser.open('/account');
    return {
      send: () => browser.submit(page, `/account/workspaces/${other.id}/accept`),
      async verify({ status }) {
        expect(status).toBe(200);
        const { acceptedAt, updatedAt, removedAt } = await current();
        expect([acceptedAt, removedAt]).toEqual([updatedAt, null]);
        expect(acceptedAt! > member.createdAt).toBe(true);
        expect(await countAdminsOf(createReader(other.database), other.id)).toBe(2);
      },
    };
  },
  async leaveFromAccount() {
    const { other, current } = await newInvitation();
    const path = `/account/workspaces/${other.id}`;
    const page = await browser.submit(await browser.open('/account'), `${path}/accept`);
    return {
      send: () => browser.submit(page, `${path}/leave`),
      async verify({ status }) {
        expect(status).toBe(200);
        expect((await current()).removedAt).not.toBeNull();
        expect(await countAdminsOf(createReader(other.database), other.id)).toBe(1);
      },
    };
  },
  async createOwnToken() {
    const path = `/account/workspaces/${workspace.id}/tokens`;
    const page = await browser.open(path);
    const fields = { name: `Token ${newKey()}`, days: '30', access: 'read' };
    return {
      send: () => browser.submit(page, path, fields),
      async verify({ status, text }) {
        expect(status, text).toBe(200);
        const list = await browser.open(path);
        expect(list.text.split(`<h2><bdi>${fields.name}</bdi>`)).toHaveLength(2);
      },
    };
  },
  async revokeOwnToken() {
    const path = `/account/workspaces/${workspace.id}/tokens`;
    const name = `Token ${newKey()}`;
    await browser.submit(await browser.open(path), path, { name, days: '30', access: 'read' });
    const page = await browser.open(path);
    return {
      send: () => browser.submit(page, `${path}/revoke`),
      async verify({ status, text }) {
        expect(status, text).toBe(200);
        expect((await browser.open(path)).text).not.toContain(`aria-label="Revoke ${name}…"`);
      },
    };
  },
  async acceptInvitation() {
    const person = await workspace.person('member');
    const email = await addressOf(workspace, person.id);
    const link = invitationPath(
      await workspace.operator.inviteMember({ workspaceId: workspace.id, id: person.id }),
    );
    const own = createBrowser(service.baseUrl);
    const page = await own.open(link);
    const password = 'words that nobody else uses';
    return {
      send: () => own.submit(page, link, { password, again: password }),
      async verify({ status }, again) {
        // Used up without an answer, it says that it was used; the password is set.
        expect(again ? [200, 403, 410] : [200]).toContain(status);
        const other = createBrowser(service.baseUrl);
        const fields = { email, password };
        expect((await other.submit(await other.open('/sign-in'), '/sign-in', fields)).status).toBe(200);
      },
    };
  },
};

/** Those that hash passwords on the way take their time, and meet the two breakages that leave something behind. */
const slow = ['signOut', 'signIn', 'acceptInvitation'];

describe.each(Object.entries(writes))('%s', (name, prepare) => {
  let whole: Promise<ProxiedCall[]> | undefined;

  test.each(sampled(name, 1, slow.includes(name) ? breakages.slice(0, 2) : breakages))(
    'is carried out once when %s',
    async (breakage, fault, dies) => {
      const calls = countBreakable(await (whole ??= recordCalls(proxy, prepare)), fault);
      for (const broken of sampledCalls(`${name}, ${breakage}`, 1, calls)) {
        const { send, verify } = await prepare();
        breakAt(proxy, broken, fault, dies);
        const first = await send();
        proxy.reset();
        if (first.status < 400) await verify(first);
        else {
          expect(first.status).toBe(503);
          await verify(await send(), true);
        }
      }
    },
  );
});
