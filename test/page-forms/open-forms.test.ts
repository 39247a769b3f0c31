import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preferencesPath, preferencesToken } from '../../shared/identity/mail/preferences-token.ts';
import { newUserSecret } from '../../shared/kernel/auth/user-secret.ts';
import { invitationPath, undoPath } from '../../shared/pages/session/account-paths.ts';
import { linkRoutes, signInRoutes } from '../../shared/pages/accounts/page-routes.ts';
import { askForCode } from '../accounts/code-mail.ts';
import { startMailService } from '../accounts/mail-service.ts';
import { createBrowser, newAccount, signedIn, type Browser } from '../support/browser.ts';
import type { ClockedService } from '../support/clocked-service.ts';
import { authorizeUrl, newPkce, oauthApi } from '../support/oauth.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** What every form promises whose page needs no session, or leads to one: a new one has to be added here. */
let service: ClockedService;
let workspace: TestWorkspace;
let person: Person;
let consentPath: string;

beforeAll(async () => {
  service = await startMailService();
  workspace = await newWorkspace();
  person = await workspace.person('member');
  const client = await oauthApi(service.baseUrl).client();
  const resource = `${service.baseUrl}/mcp`;
  consentPath = authorizeUrl(client, newPkce().challenge, { resource });
});
afterAll(() => service.stop());

const stranger = () => Promise.resolve(createBrowser(service.baseUrl));
const member = () => signedIn(service, workspace, person);
const password = 'words that nobody else uses';

/** A form on its page, in a browser that has got it. */
interface Case {
  browser: () => Promise<Browser>;
  /** The page that it is on. */
  page: () => Promise<string> | string;
  /** Where it is sent to, if not to its page. */
  path?: string;
  fields: () => Promise<Record<string, string>> | Record<string, string>;
  /** What answers it when it is sent with the page's token, and sent again: the status, or where it leads. */
  answers: readonly [first: number | string, second: number | string];
  /** Whether it needs no token: it changes nothing, or its link authorizes it. */
  isFree?: true;
}

const invitation = async () =>
  invitationPath(
    await workspace.operator.inviteMember({
      workspaceId: workspace.id,
      id: (await workspace.person('member')).id,
    }),
  );
const preferences = async () => {
  const { userId } = await workspace.operator.personOf({ workspaceId: workspace.id, id: person.id });
  return preferencesPath(await preferencesToken({ userId, portalId: workspace.id }, service.services));
};
/** A browser to which a code was sent. */
async function withCode(): Promise<Browser> {
  const browser = await stranger();
  await askForCode(browser, `${randomUUID()}@example.com`);
  return browser;
}

const cases: Record<string, Case> = {
  decide: {
    browser: member,
    page: () => consentPath,
    path: '/oauth/authorize',
    fields: () => ({
      ...Object.fromEntries(new URL(consentPath, service.baseUrl).searchParams),
      decision: 'allow',
    }),
    answers: ['https://client.example/callback', 'https://client.example/callback'],
  },
  signIn: {
    browser: stranger,
    page: () => '/sign-in',
    fields: async () => await newAccount(workspace, person),
    // The token of a session is another one.
    answers: ['/my-work', 403],
  },
  signInWithDraft: {
    browser: stranger,
    page: () => '/sign-in',
    path: '/sign-in/draft',
    fields: () => ({ content: 'Typed' }),
    answers: [200, 200],
    isFree: true,
  },
  signOut: {
    browser: member,
    page: () => '/account',
    path: '/sign-out',
    fields: () => ({}),
    answers: ['/sign-in', 403],
  },
  enterCode: {
    browser: withCode,
    page: () => '/sign-in/code',
    fields: () => ({ code: 'no digits' }),
    answers: [401, 401],
  },
  leaveToSignInWithDraft: {
    browser: stranger,
    page: () => '/sign-in',
    path: '/sign-in/provider',
    fields: () => ({ provider: 'None' }),
    answers: [404, 404],
  },
  acceptInvitation: {
    browser: stranger,
    page: invitation,
    fields: () => ({ name: 'Ada', password, again: password }),
    answers: ['/my-work', 410],
  },
  undoAddress: {
    browser: stranger,
    page: () => undoPath(newUserSecret(randomUUID(), (bytes) => Buffer.alloc(bytes, 7)).text),
    fields: () => ({}),
    answers: [410, 410],
    isFree: true,
  },
  setMailPreferences: {
    browser: member,
    page: preferences,
    fields: () => ({ mode: 'off' }),
    answers: [200, 200],
  },
};

const declared = [...signInRoutes, ...linkRoutes].flatMap(({ id, method }) =>
  method === 'POST' ? [id] : [],
);

test('each form that needs no session, or leads to one, has a case', () => {
  expect(Object.keys(cases).sort()).toEqual([...declared].sort());
});

const tokenIn = (text: string): string => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '';

/** Opens the page of a form. */
async function opened({ browser: begin, page: find, path, fields }: Case) {
  const [browser, page] = [await begin(), await find()];
  const { text } = await browser.open(page);
  return { browser, token: tokenIn(text), path: path ?? page, fields: await fields() };
}

/** What answers a form: its status, or the path that it leads to, without an id, on the service or another one. */
async function sent(browser: Browser, path: string, fields: Record<string, string>) {
  const { status, url } = await browser.request('POST', path, fields);
  const { origin, pathname } = new URL(url);
  if (origin !== service.baseUrl) return `${origin}${pathname}`;
  return pathname === new URL(path, service.baseUrl).pathname || status >= 400
    ? status
    : pathname.replace(/\/[0-9a-f-]{36}$/, '');
}

test.each(Object.entries(cases))(
  '%s is carried out with the token of its page, once where that matters',
  async (_, one) => {
    const { browser, token, path, fields } = await opened(one);
    const filled = { ...fields, form_token: token };
    expect([await sent(browser, path, filled), await sent(browser, path, filled)]).toEqual(one.answers);
  },
);

test.each(Object.entries(cases).filter(([, { isFree }]) => isFree !== true))(
  '%s is refused with the token of another browser, and without one',
  async (_, one) => {
    const { browser, path, fields } = await opened(one);
    const token = tokenIn((await (await stranger()).open('/sign-in')).text);
    for (const forged of [{ form_token: token }, { form_token: '' }, {}])
      expect(await sent(browser, path, { ...fields, ...forged })).toBe(403);
  },
);

test('what was typed is in a form again that was refused, but for its passwords', async () => {
  for (const [one, changes, kept] of [
    [cases['signIn']!, { way: 'code', email: 'nobody at all' }, 'nobody at all'],
    [cases['signIn']!, { email: 'ada@example.com', password: 'wrong words' }, 'ada@example.com'],
    [cases['acceptInvitation']!, { name: 'Grace', password, again: 'other words' }, 'Grace'],
  ] as const) {
    const { browser, token, path, fields } = await opened(one);
    const { status, text } = await browser.request('POST', path, {
      ...fields,
      ...changes,
      form_token: token,
    });
    expect([400, 401]).toContain(status);
    expect(text).toContain(`value="${kept}"`);
    for (const secret of [password, 'wrong words', 'other words']) expect(text).not.toContain(secret);
  }
});

test('a person who has signed out meanwhile consents to nothing, and chooses no mail before they sign in', async () => {
  const consent = await opened(cases['decide']!);
  const mail = await opened(cases['setMailPreferences']!);
  for (const { browser } of [consent, mail]) browser.cookies.delete('__Host-session');
  const token = tokenIn((await consent.browser.open('/sign-in')).text);
  for (const form_token of [consent.token, token])
    expect(await sent(consent.browser, consent.path, { ...consent.fields, form_token })).toBe(403);
  const filled = { ...mail.fields, form_token: mail.token };
  expect(await sent(mail.browser, mail.path, filled)).toBe('/sign-in');
});

test('a form leads to no other site, whatever its page was asked to go on to', async () => {
  for (const [id, next] of [
    ['signIn', 'https://evil.example/'],
    ['signIn', '//evil.example/'],
    ['signOut', 'https://evil.example/'],
    ['enterCode', 'https://evil.example/'],
    ['acceptInvitation', 'https://evil.example/'],
  ] as const) {
    const { browser, token, path, fields } = await opened(cases[id]!);
    const { url } = await browser.request('POST', path, { ...fields, next, form_token: token });
    expect(new URL(url).origin).toBe(service.baseUrl);
  }
});
