import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { App } from 'aws-cdk-lib';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiStack } from '../../infra/api-stack.ts';
import { environmentConfig } from '../../infra/config.ts';
import { DataStack } from '../../infra/data-stack.ts';
import { assertPage, openWindow, phone, viewsOf } from '../browser/page-checks.ts';
import { startClockedService } from '../support/clocked-service.ts';
import { accountRoutes } from '../support/account-routes.ts';
import { createBrowser } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { authorizeUrl, newPkce, oauthApi } from '../support/oauth.ts';
import { startProvider, type Claims, type TestProvider } from '../support/provider.ts';
import { startService, type OwnService } from '../support/service.ts';
import { feedbackApi } from '../support/feedback.ts';
import { addressOf, newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** An environment whose people sign in at a provider: the template says so, and a real provider answers. */
const folder = mkdtempSync(join(tmpdir(), 'plotline-provider-'));
const claims: Claims = {};
let service: OwnService;
let provider: TestProvider;
let secondProvider: TestProvider;
let chromium: Browser;
let email: string;
let workspace: TestWorkspace;

beforeAll(async () => {
  // The provider warns at length that it is not set up for production.
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  const [port, secondPort] = [await freePort(), await freePort()];
  const assembly = join(folder, 'assembly');
  const app = new App({ outdir: assembly });
  const signIn = { name: 'Example ID', issuer: `http://127.0.0.1:${port}`, clientId: 'plotline' };
  // The second has a secret of its own, and other users.
  const second = { name: 'Second ID', issuer: `http://127.0.0.1:${secondPort}`, clientId: 'plotline' };
  const config = { ...environmentConfig('local'), signIn: [signIn, second] };
  const data = new DataStack(app, 'data', { config });
  new ApiStack(app, 'api', {
    config,
    table: data.table,
    secrets: data.secrets,
    attachments: data.attachments,
    alarmTopic: data.alarmTopic,
  });
  app.synth();

  const home = join(folder, 'home');
  service = await startService({ assembly, home });
  const kept = JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as Record<
    string,
    { value: string }
  >;
  const [secretName] = Object.entries(kept).find(([name]) => name.includes('SignInSecret'))!;
  const [first, other] = ['the first secret', 'another secret'];
  const secrets = new SecretsManagerClient({
    endpoint: service.secretsEndpoint,
    region: 'local',
    credentials: service.credentials,
  });
  const SecretString = JSON.stringify({ [signIn.issuer]: first, [second.issuer]: other });
  await secrets.send(new PutSecretValueCommand({ SecretId: secretName, SecretString }));
  secrets.destroy();
  const ourselves = { id: 'plotline', redirectUri: `${service.baseUrl}/sign-in/callback` };
  provider = await startProvider(port, { ...ourselves, secret: first }, claims);
  secondProvider = await startProvider(secondPort, { ...ourselves, secret: other }, claims);

  workspace = await newWorkspace(service);
  const { id } = await workspace.person('member');
  email = await addressOf(workspace, id);
  claims['member'] = { email: email.toUpperCase(), email_verified: true };
  claims['in-words'] = { email, email_verified: 'true' };
  claims['unverified'] = { email, email_verified: false };
  claims['silent'] = { email };
  claims['nameless'] = {};
  claims['stranger'] = { email: 'stranger@example.com', email_verified: true };
  // Entra sends no email_verified.
  claims['entra'] = { email, xms_edov: true };
  claims['other-tenant'] = { email, xms_edov: false };
  chromium = await startChromium();
});
afterAll(async () => {
  await chromium.close();
  provider.stop();
  secondProvider.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Signs in at the provider's own pages, and comes back; `returned` is how that was answered. */
async function signInAs(name: string, start = '/sign-in?next=/account', at = 'Example ID') {
  const { context, page } = await openWindow(chromium, phone);
  const returned: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/sign-in/callback') returned.push(response.status());
  });
  await page.goto(service.baseUrl + start);
  await page.getByRole('link', { name: `Continue with ${at}` }).click();
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${service.baseUrl}/**`);
  return { context, page, returned };
}

/** The names of our cookies; the provider has the same host, but not the same names. */
async function ownCookies(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies(service.baseUrl);
  return cookies
    .map(({ name }) => name)
    .filter((name) => name.startsWith('__Host-'))
    .sort();
}

describe('where people sign in at a provider,', () => {
  test.each(viewsOf('providers'))(
    'the page leads to the provider, at $width pixels, $colorScheme',
    async (view) => {
      const { context, page, complaints } = await openWindow(chromium, view);
      await page.goto(`${service.baseUrl}/sign-in`);
      await assertPage(page, 'sign-in-elsewhere', view);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test.each(['member', 'in-words', 'entra'])(
    'a verified address of a member identifies them: %s',
    async (name) => {
      const { context, page } = await signInAs(name);
      expect(new URL(page.url()).pathname).toBe('/account');
      expect(await page.getByText(email).count()).toBe(1);
      expect(await ownCookies(context)).toEqual(['__Host-device', '__Host-session']);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Continue with Example ID' }).waitFor();
      await context.close();
    },
  );

  test('several sign-ins run in parallel, and each one signs in the person it was started for', async () => {
    const { context, page } = await signInAs('member', '/sign-in?next=/account', 'Second ID');
    expect(new URL(page.url()).pathname).toBe('/account');
    expect(await page.getByText(email).count()).toBe(1);
    await context.close();
    const browser = createBrowser(service.baseUrl);
    const away = await browser.open('/sign-in/provider?provider=Second+ID');
    expect(away.url).toMatch(new RegExp(`^${secondProvider.issuer}/`));
    // The first cannot answer in its place.
    const { searchParams } = new URL(away.url);
    const answer = new URLSearchParams({
      code: 'x',
      state: searchParams.get('state')!,
      iss: provider.issuer,
    });
    expect((await browser.open(`/sign-in/callback?${answer.toString()}`)).status).toBe(502);
    expect((await browser.open('/sign-in/provider?provider=Other')).status).toBe(404);
  });

  test('a stranger with a verified address gets an account', async () => {
    const { context, page } = await signInAs('stranger');
    expect(new URL(page.url()).pathname).toBe('/account');
    expect(await page.locator('h2').allTextContents()).toEqual([
      'Language',
      'Signing in',
      'Where you’re signed in',
      'Delete account',
    ]);
    await context.close();
  });

  test('text written before a session ended is in the form again after the sign-in', async () => {
    const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
    const portal = await feedback.portal();
    const { slug } = await feedback.item(portal);
    const path = `/portals/${portal.slug}/feedback/items/${slug}`;
    const { context, page } = await signInAs('member', `/sign-in?next=${encodeURIComponent(path)}`);
    await page.getByLabel('Your comment').fill('I would <use> it.');
    await context.clearCookies({ name: '__Host-session' });
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.getByRole('button', { name: 'Continue with Example ID' }).click();
    await page.waitForURL(`${service.baseUrl}${path}#write`);
    expect(await page.getByLabel('Your comment').inputValue()).toBe('I would <use> it.');
    expect(await ownCookies(context)).toContain('__Host-session');
    await context.close();
  });

  test('people continue to the program that they were connecting', async () => {
    const client = await oauthApi(service.baseUrl).client();
    const { context, page, returned } = await signInAs('member', authorizeUrl(client, newPkce().challenge));
    expect(await page.locator('.claim').textContent()).toBe('A client');
    // Should the program be answered at once, that is no redirect of the provider's form.
    expect(returned).toEqual([200]);
    await context.close();
  });

  test.each([
    ['unverified', 'Your email address is not verified'],
    ['silent', 'Your email address is not verified'],
    ['nameless', 'Your email address is not verified'],
    ['other-tenant', 'Your email address is not verified'],
  ])('%s signs no one in', async (name, title) => {
    const { context, page } = await signInAs(name);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    expect(await ownCookies(context)).toEqual(['__Host-oidc-state', '__Host-visit']);
    await context.close();
  });

  test('an answer that was not requested here, or has another state, signs no one in', async () => {
    const stranger = createBrowser(service.baseUrl);
    const forged = await stranger.open('/sign-in/callback?code=x&state=y');
    expect([forged.status, stranger.cookies.size]).toEqual([400, 0]);
    const browser = createBrowser(service.baseUrl);
    const away = await browser.open('/sign-in/provider');
    expect(away.url).toMatch(new RegExp(`^${provider.issuer}/`));
    const { searchParams } = new URL(away.url);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    for (const state of ['other', searchParams.get('state')!]) {
      const answer = new URLSearchParams({ code: 'x', state, iss: provider.issuer });
      expect((await browser.open(`/sign-in/callback?${answer.toString()}`)).status).toBe(502);
    }
    expect(browser.cookies.has('__Host-session')).toBe(false);
  });

  test('a stranger can also sign in with a code, unless the environment has switched codes off', async () => {
    const browser = createBrowser(service.baseUrl);
    const page = await browser.open('/sign-in?next=/account');
    expect(page.text).toContain('Continue with Example ID');
    expect(page.text).not.toContain('name="password"');
    const asked = await browser.submit(page, '/sign-in', { way: 'code', email: `${newKey()}@example.com` });
    expect(new URL(asked.url).pathname).toBe('/sign-in/code');
    const broken = await browser.submit(page, '/sign-in', { way: 'code', email: 'nobody' });
    expect([broken.status, broken.text.includes('Continue with Second ID')]).toEqual([400, true]);

    const settings: Record<string, string> = {
      MAIL_FROM: 'no-reply@plotline.test',
      SIGN_IN_CODES: 'off',
      SIGN_IN_PROVIDERS: JSON.stringify([
        { name: 'Example ID', issuer: 'https://id.example', clientId: 'x' },
      ]),
    };
    const without = await startClockedService(accountRoutes, { setting: (name) => settings[name] });
    const there = createBrowser(without.baseUrl);
    const { text, status } = await there.open('/sign-in?next=/account');
    expect([status, text.includes('name="email"')]).toEqual([200, false]);
    expect((await there.open('/sign-in/code')).status).toBe(404);
    await without.stop();
  });

  test('there are no passwords, and no links to set them', async () => {
    const browser = createBrowser(service.baseUrl);
    expect((await browser.open(`/invitations/${'A'.repeat(64)}`)).status).toBe(404);
    const fields = { email, password: 'seven green apples in a row' };
    expect((await browser.request('POST', '/sign-in', fields)).status).toBe(404);
  });
});

test('no one is sent to a provider where there is none', async () => {
  const own = await startService();
  const browser = createBrowser(own.baseUrl);
  expect((await browser.open('/sign-in/provider')).status).toBe(404);
  expect((await browser.open('/sign-in/callback?code=x&state=y')).status).toBe(400);
  await own.stop();
});
