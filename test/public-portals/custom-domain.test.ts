import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { newUserSecret } from '../../shared/kernel/auth/user-secret.ts';
import { putVisitorId } from '../../shared/kernel/auth/visitor-store.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { cookieNames } from '../../shared/pages/session/cookies.ts';
import { putSession } from '../../shared/pages/session/session-store.ts';
import { putFollow } from '../../shared/feedback/items/follow-store.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { deletePortal } from '../../shared/feedback/portals/delete-portal.ts';
import { setPortalHost } from '../../shared/feedback/portals/set-portal-host.ts';
import { feedbackApi } from '../support/feedback.ts';
import { startService, type OwnService } from '../support/service.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

const HOST = 'feedback.acme.test';

let service: OwnService;
let workspace: TestWorkspace;
let feedback: ReturnType<typeof feedbackApi>;
let portal: Portal;
let other: Portal;

beforeAll(async () => {
  const slug = `acme-${newKey()}`;
  // A name that objects have by themselves.
  service = await startService({ hosts: { constructor: 443 } });
  workspace = await newWorkspace(service);
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await setHost(await feedback.portal({ slug }), HOST);
  other = await feedback.portal();
  await feedback.item(portal, { title: 'Dark mode', description: 'For the night.' });
});
afterAll(() => service.stop());

const setHost = ({ id }: Portal, host: string | null): Promise<Portal> =>
  workspace.operator.within(workspace.id).run(setPortalHost, { path: { portalId: id }, body: { host } });

/** Asks as a browser does for an address under another host name. */
async function ask(
  path: string,
  { host = HOST, method = 'GET', accept = 'text/html', headers = {}, body = '' } = {},
) {
  const { port } = new URL(service.baseUrl);
  const answer = await new Promise<Parameters<NonNullable<Parameters<typeof request>[2]>>[0]>(
    (done, fail) => {
      const options = {
        port,
        host: '127.0.0.1',
        path,
        method,
        headers: { host: `${host}:${port}`, accept, ...headers },
      };
      request(options, done).on('error', fail).end(body);
    },
  );
  const { location, 'set-cookie': cookies = [] } = answer.headers;
  return { status: answer.statusCode, location, cookies, text: await textOf(answer) };
}

test("the addresses of the host's pages are short, and begin with the portal's first page", async () => {
  const { port } = new URL(service.baseUrl);
  const own = `http://${HOST}:${port}`;
  const home = await ask('/');
  expect(home.status).toBe(200);
  expect(home.text).toContain(`<link rel="canonical" href="${own}/"`);
  expect(home.text).toContain('href="/items/dark-mode"');
  expect(home.text).toContain(`action="/language"`);
  const item = await ask('/items/dark-mode');
  expect(item.text).toContain(`<link rel="canonical" href="${own}/items/dark-mode"`);
  expect(item.text).toContain(`content="${own}/items/dark-mode/social.png"`);
  expect(item.text).toContain(`"url":"${own}/items/dark-mode"`);
  const feed = await ask('/updates.atom');
  expect(feed.text).toContain(`href="${own}/updates.atom"`);
  const index = await ask('/sitemap.xml');
  const [, month] = new RegExp(`<loc>${own}(/sitemaps/[0-9-]+)</loc>`).exec(index.text)!;
  const sitemap = await ask(month!);
  expect(sitemap.text).toContain(`<loc>${own}/</loc>`);
  expect(sitemap.text).toContain(`<loc>${own}/items/dark-mode</loc>`);
  const robots = await ask('/robots.txt');
  expect(robots.text).toContain(`Sitemap: ${own}/sitemap.xml`);
  const long = new RegExp(`(?:action|href|src)="[^"]*/portals/|${own}/portals/`);
  const roadmap = await ask('/roadmap');
  for (const { text } of [home, item, feed, index, sitemap, robots, roadmap, await ask('/updates')]) {
    expect(text).not.toContain(service.baseUrl);
    expect(text).not.toMatch(long);
  }
});

test.each([
  ['', '/'],
  ['/feedback', '/'],
  ['/feedback/', '/'],
  ['/feedback?status=planned&x=1', '/?status=planned&x=1'],
  ['/feedback/roadmap', '/roadmap'],
  ['/feedback/items/dark-mode', '/items/dark-mode'],
  ['/manage', '/manage'],
])('the long address of a page leads to the short one: %s', async (path, location) => {
  const answer = await ask(`/portals/${portal.slug}${path}`);
  expect(answer.location).toBe(location);
  expect(answer.status).toBe(path === '' || path.endsWith('/') ? 302 : 301);
  // Programs read its JSON where they always did.
  const json = await ask(`/portals/${portal.slug}/feedback`, { accept: 'application/json' });
  expect(json.status).toBe(200);
});

test('a form is sent to the short address, and leads back to one', async () => {
  const cookie = await signIn(HOST);
  const page = await ask('/items/dark-mode', { headers: { cookie } });
  expect(page.text).toContain('action="/items/dark-mode/vote"');
  const [, token] = /name="form_token" value="([^"]+)"/.exec(page.text)!;
  const voted = await ask('/items/dark-mode/vote', {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ form_token: token!, vote: 'give' }).toString(),
  });
  expect([voted.status, voted.location]).toEqual([303, '/items/dark-mode?voted=dark-mode#top']);
});

test("the edge's name for the portal of a host is that of no portal on the service's own host", async () => {
  const answer = await ask('/portals/-/feedback/roadmap?status=planned', { host: '127.0.0.1' });
  expect(answer).toMatchObject({ status: 302, location: `${service.baseUrl}/roadmap?status=planned` });
  expect((await ask('/portals/-/feedback/new', { host: '127.0.0.1', method: 'POST' })).status).toBe(404);
});

test('a visitor signs in under the host, and stays there', async () => {
  const next = `/portals/${portal.slug}/feedback`;
  const { status, cookies, text } = await ask(`/sign-in?next=${encodeURIComponent(next)}`);
  expect([status, cookies.some((cookie) => cookie.startsWith('__Host-visit='))]).toEqual([200, true]);
  expect(text).toContain(portal.name);
  const { location } = await ask('/mine');
  expect(location).toBe('/sign-in?next=%2Fmine');
  expect((await ask(location!)).text).toContain(`name="next" value="${next}/mine"`);
  expect((await ask('/items/dark-mode')).text).toContain(
    'href="/sign-in?next=%2Fitems%2Fdark-mode%3Fvoted%3Ddark-mode%23top&#38;vote=dark-mode"',
  );
  const [, sheet] = /href="(\/assets\/[\w.-]+\.css)"/.exec(text)!;
  expect((await ask(sheet!)).status).toBe(200);
});

test.each(['/docs', '/docs/portals?x=1', '/openapi.json'])(
  'a page outside the portal is at the address of the service: %s',
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 302, location: service.baseUrl + path });
  },
);

test.each([
  ['/feedback', '/'],
  ['/updates/', '/updates'],
  ['/manage/', '/manage'],
])('another spelling of a short address leads to it: %s', async (path, location) => {
  expect(await ask(path)).toMatchObject({ status: 302, location });
});

test('an unknown address of the host is a page of the portal', async () => {
  const files = ['/site.webmanifest', '/llms.txt', '/llms-full.txt', '/.well-known/security.txt'];
  for (const path of ['/nothing', '/nothing/at-all', '/items/nothing/at/all', ...files]) {
    const { status, text } = await ask(path);
    expect(status, path).toBe(404);
    expect(text, path).toContain(`<bdi>${portal.name}</bdi>`);
    expect(text, path).not.toContain('Plotline');
  }
  expect((await ask('/nothing', { method: 'POST' })).status).toBe(404);
  const json = await ask('/.well-known/security.txt', { accept: '*/*' });
  expect([json.status, json.text.includes('not_found')]).toEqual([404, true]);
});

test("a reader of the service's own address is led to the host, unless they are signed in or it is a frame", async () => {
  const path = `/portals/${portal.slug}/feedback`;
  const { port } = new URL(service.baseUrl);
  const own = `http://${HOST}:${port}`;
  for (const [page, short] of [
    ['', '/'],
    ['/roadmap', '/roadmap'],
    ['/items/dark-mode', '/items/dark-mode'],
    ['?status=planned', '/?status=planned'],
  ] as const) {
    expect(await ask(path + page, { host: '127.0.0.1' }), page).toMatchObject({
      status: 301,
      location: own + short,
    });
  }
  const framed = await ask(path, { host: '127.0.0.1', headers: { 'sec-fetch-dest': 'iframe' } });
  expect(framed.status).toBe(200);
  expect(framed.text).toContain(`<link rel="canonical" href="${own}${path}"`);
  expect((await ask(path, { host: '127.0.0.1', accept: 'application/json' })).status).toBe(200);
  const feed = await ask(`${path}/updates.atom`, { host: '127.0.0.1' });
  expect(feed.text).toContain(`${own}${path}`);
  expect(feed.text).not.toContain(service.baseUrl);
  expect((await ask(`${path}/sitemap.xml`, { host: '127.0.0.1' })).text).toContain(
    `<loc>${own}${path}/sitemaps/`,
  );
  const secret = await signIn(undefined);
  expect((await ask(path, { host: '127.0.0.1', headers: { cookie: secret } })).status).toBe(200);
});

test.each(['/account', '/account/address', '/account/password', '/connections', '/sign-in', '/sign-in/code'])(
  'a page of an account looks like the portal whose host it is on: %s',
  async (path) => {
    const headers = path.startsWith('/sign-in') ? {} : { cookie: await signIn(HOST) };
    const { status, text, location } = await ask(path, { headers });
    if (path === '/sign-in/code') return expect([status, location]).toEqual([303, '/sign-in']);
    expect(status).toBe(200);
    const header = text.slice(text.indexOf('<header'), text.indexOf('</header>'));
    expect(header).toContain('href="/"');
    expect(header).toContain(portal.name);
    expect(text).toContain('--brand');
  },
);

test("no other company's portal is under the host, and no request for the service is accepted there", async () => {
  const path = `/portals/${other.slug}/feedback`;
  expect(await ask(path)).toMatchObject({ status: 302, location: service.baseUrl + path });
  expect((await ask(`/portals/${portal.slug}-2/feedback`)).status).toBe(302);
  expect((await ask('/mcp', { method: 'POST' })).status).toBe(404);
  expect((await ask('/oauth/token', { method: 'POST' })).status).toBe(404);
});

test.each(['127.0.0.1', 'elsewhere.test', `${HOST}.elsewhere.test`, 'constructor'])(
  'another host leads to the service itself: %s',
  async (host) => {
    expect((await ask('/docs', { host })).status).toBe(200);
    const { text } = await ask(`/portals/${other.slug}/feedback`, { host });
    expect(text).toContain(`<link rel="canonical" href="${service.baseUrl}/`);
  },
);

test('the host follows the slug of the portal, and goes with the portal', async () => {
  const host = 'ideas.acme.test';
  const made = await setHost(await feedback.portal({ slug: `before-${newKey()}` }), host);
  const at = async () => {
    const { text } = await ask('/sign-in?next=%2Fmine', { host });
    return [(await ask('/', { host })).status, /name="next" value="([^"]+)"/.exec(text)?.[1]];
  };
  expect(await at()).toEqual([200, `/portals/${made.slug}/feedback/mine`]);
  const moved = await feedback.change(feedback.pathOf(made), made, { slug: `after-${newKey()}` });
  expect(await at()).toEqual([200, `/portals/${moved.slug}/feedback/mine`]);
  await expect(setHost(other, host)).rejects.toThrow(`Another portal already has the host ${host}.`);
  const left = await setHost(made, null);
  expect(left).toMatchObject({ host: null, slug: moved.slug });
  // Nobody has the host any more: it leads to the service's own front page.
  const frontPage = { status: 302, location: `${service.baseUrl}/` };
  expect(await ask('/', { host })).toMatchObject(frontPage);
  await setHost(other, host);
  await workspace.operator.within(workspace.id).run(deletePortal, { path: { portalId: other.id } });
  expect(await ask('/', { host })).toMatchObject(frontPage);
});

test('a portal names its host to its workspace, and no host is not one', async () => {
  expect(await feedback.change(feedback.pathOf(portal), portal, { description: 'Ours' })).toMatchObject({
    host: HOST,
  });
  await expect(setHost(portal, 'https://feedback.acme.test')).rejects.toThrow('must be a host name');
});

test('a host that the edge serves and no portal has leads to the service, whose pages are not under it', async () => {
  const headers = { 'x-viewer-host': 'gone.acme.test' };
  const path = `/portals/${portal.slug}/feedback`;
  for (const page of [path, '/sign-in', '/'])
    expect(await ask(page, { headers }), page).toMatchObject({
      status: 302,
      location: service.baseUrl + page,
    });
  expect((await ask('/oauth/token', { headers, method: 'POST' })).status).toBe(404);
});

/** The cookie of a session that began at a host. */
async function signIn(sessionHost: string | undefined): Promise<string> {
  const { userId } = await workspace.person('member');
  return await sessionOf(userId, sessionHost);
}

async function sessionOf(userId: string, sessionHost: string | undefined): Promise<string> {
  const secret = newUserSecret(userId, randomBytes);
  const session = { passwordSetAt: undefined, expiresAt: Date.now() + 60_000, host: sessionHost };
  await commit(workspace.database, [putSession(secret, session)]);
  return `${cookieNames.session}=${secret.text}`;
}

test('a session that began at a host is none anywhere else, since whose host it is could read its cookie', async () => {
  const statusAt = async (host: string, sessionHost?: string) =>
    (await ask('/account', { host, headers: { cookie: await signIn(sessionHost) } })).status;
  expect([await statusAt(HOST, HOST), await statusAt('127.0.0.1')]).toEqual([200, 200]);
  for (const [host, sessionHost] of [
    ['127.0.0.1', HOST],
    [HOST, undefined],
    [HOST, 'other.acme.test'],
  ] as const)
    expect(await statusAt(host, sessionHost), host).toBe(303);
});

test('pages about the account that wear the brand of the portal lead to the pages of its company', async () => {
  const links = { privacyUrl: 'https://acme.test/privacy', imprintUrl: 'https://acme.test/imprint' };
  const linked = await feedback.portal(links);
  const next = encodeURIComponent(`/portals/${linked.slug}/feedback`);
  const { text } = await ask(`/sign-in?next=${next}`, { host: '127.0.0.1' });
  for (const url of Object.values(links)) expect(text).toContain(`<a href="${url}" target="_top">`);
  const account = await ask('/account', { headers: { cookie: await signIn(HOST) } });
  expect(account.text).toMatch(new RegExp(`<footer class="foot">\\s*<span>${portal.name}</span>`));
  expect((await ask('/sign-in', { host: '127.0.0.1' })).text).not.toContain('class="foot"');
});

test('the account names the portals of a person, and on the host of one no other', async () => {
  const { userId } = await workspace.person('member');
  const second = await feedback.portal();
  const visit = { workspaceId: workspace.id, visitorId: newId(new Date()), portalId: portal.id };
  await commit(workspace.database, [putVisitorId(userId, visit, writeConflict)]);
  const portalsAt = async (host: string, sessionHost?: string) => {
    const cookie = await sessionOf(userId, sessionHost);
    const { text } = await ask('/account', { host, headers: { cookie } });
    const isFirst = text.includes('href="/mine"') || text.includes(`/portals/${portal.slug}/feedback/mine`);
    return [isFirst, text.includes(`/portals/${second.slug}/feedback/mine`)];
  };
  expect(await portalsAt('127.0.0.1')).toEqual([true, false]);
  const item = await feedback.item(second);
  await commit(workspace.database, putFollow(item.id, userId, true));
  expect(await portalsAt('127.0.0.1')).toEqual([true, true]);
  expect(await portalsAt(HOST, HOST)).toEqual([true, false]);
});
