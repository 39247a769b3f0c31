import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { newUserSecret } from '../../shared/kernel/auth/user-secret.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { cookieNames } from '../../shared/pages/session/cookies.ts';
import { putSession } from '../../shared/pages/session/session-store.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { setPortalHost } from '../../shared/feedback/portals/set-portal-host.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

const host = `private-${newKey()}.acme.test`;

let workspace: TestWorkspace;
let portal: Portal;

beforeAll(async () => {
  workspace = await newWorkspace();
  const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  const made = await feedback.portal({ slug: `acme-${newKey()}`, visibility: 'private' });
  portal = await workspace.operator
    .within(workspace.id)
    .run(setPortalHost, { path: { portalId: made.id }, body: { host } });
});

/** Asks for the long form of an address, as the edge makes one of each that is asked for on the host. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(sharedService().baseUrl + path, {
    headers: { accept: 'text/html', 'x-viewer-host': host, ...headers },
    redirect: 'manual',
  });
  const text = await response.text();
  return { status: response.status, text, main: text.slice(text.indexOf('<main')) };
}

/** The header with a session of a person that began at the host. */
async function signedIn(userId: string) {
  const secret = newUserSecret(userId, randomBytes);
  const session = { passwordSetAt: undefined, expiresAt: Date.now() + 60_000, host };
  await commit(workspace.database, [putSession(secret, session)]);
  return { cookie: `${cookieNames.session}=${secret.text}` };
}

const linksIn = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

test.each([
  ['/portals/-/feedback', '/sign-in?next=%2F'],
  ['/portals/-/feedback/roadmap?x=1', '/sign-in?next=%2Froadmap%3Fx%3D1'],
  ['/portals/-/feedback/items/nothing', '/sign-in?next=%2Fitems%2Fnothing'],
  ['/nothing', '/sign-in?next=%2F'],
])('a signed-out reader of a private portal’s host can sign in, and comes back: %s', async (path, signIn) => {
  const { status, main, text } = await ask(path);
  expect(status).toBe(404);
  expect(linksIn(main)).toEqual([signIn]);
  expect(text).not.toContain(portal.name);
});

test('the team of a private portal sees its page, and a stranger who is signed in no button that leads to where they are', async () => {
  const member = await signedIn((await workspace.person('member')).userId);
  expect((await ask('/portals/-/feedback', member)).text).toContain(portal.name);
  const another = await newWorkspace();
  const stranger = await signedIn((await another.person('member')).userId);
  const refused = await ask('/portals/-/feedback', stranger);
  expect([refused.status, linksIn(refused.main)]).toEqual([404, []]);
  expect(linksIn((await ask('/portals/-/feedback/roadmap', stranger)).main)).toEqual(['/']);
});

test('the address of a private portal elsewhere is like one of no portal', async () => {
  const at = async (path: string, headers: Record<string, string> = {}) =>
    (await ask(`/portals/${path}`, { 'x-viewer-host': '127.0.0.1', ...headers })).main;
  const signIn = (slug: string) => `/sign-in?next=%2Fportals%2F${slug}%2Ffeedback`;
  const [hidden, missing] = [await at(`${portal.slug}/feedback`), await at('no-such-portal/feedback')];
  expect(linksIn(hidden)).toEqual([signIn(portal.slug), '/']);
  expect(hidden).toContain('Members of this site’s team can sign in');
  expect(hidden.replaceAll(portal.slug, 'no-such-portal')).toBe(missing);
  expect(linksIn(await at('no-such-portal/nothing'))).toEqual([
    '/sign-in?next=%2Fportals%2Fno-such-portal%2Fnothing',
    '/',
  ]);
});
