import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invitationPath } from '../../shared/pages/session/account-paths.ts';
import { newAccount, signedIn, type Browser as HttpBrowser } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { authorizeUrl, connect, newPkce, oauthApi } from '../support/oauth.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { setSession } from '../support/set-session.ts';
import { assertPage, openWindow, viewsOf } from './page-checks.ts';

let service: WorkerService;
let baseUrl: string;
let api: ReturnType<typeof oauthApi>;
let chromium: Browser;
let workspace: TestWorkspace;
let person: Person;
let account: { email: string; password: string };
let session: HttpBrowser;

beforeAll(async () => {
  chromium = await startChromium();
  // Mails follow the stream, which in the shared service is behind what all files write.
  ({ service } = await workerService());
  ({ baseUrl } = service);
  api = oauthApi(baseUrl);
  workspace = await newWorkspace(service);
  person = await named('Ada Lovelace', 'ada.lovelace@example.com');
  account = await newAccount(workspace, person);
  session = await signedIn({ baseUrl }, workspace, person);
});
afterAll(() => chromium.close());

/** Somebody whose name looks well on a picture. */
async function named(name: string, email: string): Promise<Person> {
  const fields = { workspaceId: workspace.id, name, email, role: 'member' as const };
  const { id } = await workspace.operator.addMember(fields);
  const { userId } = await workspace.operator.personOf({ workspaceId: workspace.id, id });
  return { id, userId, token: '', client: await workspace.clientFor(id) };
}

/** The newest mail to an address, as the local mailbox shows it: its code, and its first link. */
async function newestMail(to: string): Promise<{ code: string | undefined; link: string | undefined }> {
  const mails = async () =>
    (await (await fetch(`${baseUrl}/_local/mail.json`)).json()) as { to: string; text: string }[];
  await until(async () => (await mails()).some((mail) => mail.to === to));
  const { text } = (await mails()).find((mail) => mail.to === to)!;
  return { code: /^\d{6}$/m.exec(text)?.[0], link: /http\S+/.exec(text)?.[0] };
}

const LONG = 'AVeryLongNameOfAProgramWithoutAnySpaceInItThatGoesOnAndOnUntilItEndsSomewhere';

describe.each(viewsOf('account pages'))(
  'a person uses the account pages at $width pixels, $colorScheme:',
  (view) => {
    test('signs in, also wrongly', async () => {
      const { context, page, complaints } = await openWindow(chromium, view);
      await page.goto(`${baseUrl}/sign-in`);
      await assertPage(page, 'sign-in', view);
      await page.getByText('Use a password instead').click();
      await page.locator('#email').fill(account.email);
      await page.getByLabel('Password').fill('not the right one');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.locator('#email').inputValue()).toBe(account.email);
      expect(await page.getByLabel('Password').inputValue()).toBe('');
      await assertPage(page, 'sign-in-wrong', view);
      expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
      await context.close();
    });

    test('makes a token with the scopes that the form then shows, and copies it', async () => {
      const { context, page, complaints } = await openWindow(chromium, view);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await setSession(context, baseUrl, session.cookies);
      await page.goto(`${baseUrl}/account/workspaces/${workspace.id}/tokens`);
      const scope = page.getByLabel('stories:write');
      expect(await scope.isVisible()).toBe(false);
      await page.getByLabel('What is it for?').fill('Script');
      await page.getByLabel('Only the scopes that you choose').check();
      await assertPage(page, 'token-form', view);
      await scope.check();
      const reading = page.getByLabel('stories:read');
      expect(await reading.isChecked()).toBe(true);
      await reading.uncheck();
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByRole('button', { name: 'Copy the token' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      await assertPage(page, 'new-token', view);
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^plt_pat_[\w-]{112}$/);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('sets a password', async () => {
      const { context, page, complaints } = await openWindow(chromium, view);
      const other = await workspace.person('member');
      const link = invitationPath(
        await workspace.operator.inviteMember({ workspaceId: workspace.id, id: other.id }),
      );
      await page.goto(baseUrl + link);
      await assertPage(page, 'invitation', view);
      await page.getByLabel('New password').fill('words of mine, several');
      await page.getByLabel('Repeat the password').fill('words of mine, sevral');
      await page.getByRole('button').click();
      await page.getByRole('alert').waitFor();
      await assertPage(page, 'invitation-wrong', view);
      expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
      await page.goto(`${baseUrl}/invitations/${'A'.repeat(64)}`);
      await assertPage(page, 'invitation-gone', view);
      await context.close();
    });

    test('changes a name, answers invitations, and leaves by keyboard', async () => {
      const { context, page, complaints } = await openWindow(chromium, view);
      const email = `${randomUUID()}@example.com`;
      const own = await signedIn({ baseUrl }, workspace, await named('Grace Hopper', email));
      await setSession(context, baseUrl, own.cookies);
      const other = await newWorkspace(service);
      const boss = await other.person('admin');
      await boss.client.post(`${other.path}/members`, { name: 'Grace', email });
      await page.goto(`${baseUrl}/account`);
      await assertPage(page, 'account', view);
      await page.getByLabel('Your name').fill('\u200b');
      await page.getByRole('button', { name: 'Save name' }).click();
      await page.getByRole('alert').waitFor();
      await assertPage(page, 'account-wrong', view);
      expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
      await page.getByRole('button', { name: 'Accept Test' }).click();
      await page
        .getByRole('status')
        .filter({ hasText: /^You’ve joined .+\.$/ })
        .waitFor();
      const [leaving] = await page.locator('summary').all();
      await leaving!.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await assertPage(page, 'account-leaving', view);
      await page.keyboard.press('Enter');
      await page
        .getByRole('status')
        .filter({ hasText: /^You have left the workspace\.$/ })
        .waitFor();
      await context.close();
    });

    test('changes the address with the code that it gets, without script', async () => {
      const { context, page, complaints } = await openWindow(chromium, view, { javaScriptEnabled: false });
      const looked = await openWindow(chromium, view);
      const [email, to] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
      const own = await signedIn({ baseUrl }, workspace, await named('Mary Somerville', email));
      for (const window of [context, looked.context]) await setSession(window, baseUrl, own.cookies);
      const look = async (name: string) => {
        await looked.page.goto(page.url());
        await assertPage(looked.page, name, view);
      };
      await page.goto(`${baseUrl}/account`);
      await page.getByRole('link', { name: 'Change your address' }).click();
      await look('address');
      await page.getByLabel('New email address').fill(to);
      await page.getByLabel('Current password').fill(account.password);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await look('address-code');
      await page.getByLabel('Code').fill((await newestMail(to)).code!);
      await page.getByRole('button', { name: 'Change my address' }).click();
      expect(await page.getByRole('status').textContent()).toBe('Your address has been changed.');
      await page.goto((await newestMail(email)).link!);
      await look('address-undo');
      await page.getByRole('button', { name: 'Undo the change' }).click();
      expect(await page.locator('h1').textContent()).toBe('Your account is back');
      expect([complaints, looked.complaints]).toEqual([[], []]);
      for (const window of [context, looked.context]) await window.close();
    });

    test('gives consent', async () => {
      const { context, page, complaints } = await openWindow(chromium, view);
      await setSession(context, baseUrl, session.cookies);
      for (const [name, uri] of [
        ['Claude', 'https://claude.ai/api/mcp/auth_callback'],
        [LONG, 'http://127.0.0.1:4000/callback'],
      ] as const) {
        const client = await api.client(uri, name);
        await page.goto(baseUrl + authorizeUrl(client, newPkce().challenge));
        expect(await page.locator('.claim').textContent()).toBe(name);
        // What is asked has a line of its own above the buttons.
        const widthOf = async (part: string) => Math.round((await page.locator(part).boundingBox())!.width);
        expect(await widthOf('form.choices > p')).toBe(await widthOf('form.choices'));
        await assertPage(page, name === LONG ? 'consent-device' : 'consent', view);
      }
      expect(complaints).toEqual([]);
      await page.goto(`${baseUrl}/oauth/authorize?client_id=x`);
      await assertPage(page, 'consent-refused', view);
      const wrong = await api.client('https://claude.ai/api/mcp/auth_callback', LONG);
      await page.goto(baseUrl + authorizeUrl(wrong, newPkce().challenge, { scope: 'nonsense' }));
      await assertPage(page, 'consent-error', view);
      await page.goto(baseUrl + authorizeUrl(wrong, newPkce().challenge));
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByRole('heading', { name: 'Access denied' }).waitFor();
      await assertPage(page, 'consent-denied', view);
      // No program here has such addresses, so the page that goes on to one stays.
      const elsewhere = await api.client('cursor://anysphere.cursor-mcp/oauth/callback');
      await page.goto(baseUrl + authorizeUrl(elsewhere, newPkce().challenge));
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      const link = page.getByRole('link', { name: 'Continue' });
      expect(await link.getAttribute('href')).toMatch(/^cursor:\/\/.*\?code=/);
      await assertPage(page, 'consent-given', view);
      await context.close();
    });

    test('sees what is connected', async () => {
      const { context, page, complaints } = await openWindow(chromium, view);
      const own = await signedIn({ baseUrl }, workspace, await workspace.person('member'));
      await setSession(context, baseUrl, own.cookies);
      await page.goto(`${baseUrl}/connections`);
      await assertPage(page, 'connections-none', view);
      await page.locator('.account a').click();
      await page.waitForURL('**/account');
      await page.goBack();
      for (const name of ['Claude', LONG]) {
        await connect(baseUrl, own, {
          client: await api.client('https://claude.ai/api/mcp/auth_callback', name),
        });
      }
      await page.reload();
      expect(await page.getByRole('listitem').count()).toBe(2);
      await assertPage(page, 'connections', view);
      await page.getByRole('button', { name: `Disconnect ${LONG}` }).click();
      await page.getByRole('status').waitFor();
      expect(await page.getByRole('listitem').count()).toBe(1);
      await assertPage(page, 'connections-ended', view);
      expect(complaints).toEqual([]);
      await context.close();
    });
  },
);
