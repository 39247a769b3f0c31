import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAccount } from '../../shared/kernel/auth/account-store.ts';
import { guessedAt, accountLimit } from '../../shared/pages/accounts/sign-in-rate-limit.ts';
import { invitationPath } from '../../shared/pages/session/account-paths.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { consumeAttempt } from '../../shared/kernel/rate-limits/rate-limit-store.ts';
import { authenticateOAuth } from '../../shared/kernel/auth/access-token.ts';
import { accountRoutes } from '../support/account-routes.ts';
import { createBrowser, newAccount, PASSWORD, signedIn } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { codeFields, connect, getCode, oauthApi, refreshFields } from '../support/oauth.ts';
import { databaseOf, sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** Whoever had access with the password of before has none with a new one. */
let service: ClockedService;
let workspace: TestWorkspace;
let person: Person;
let email: string;
/** What is done once the service has found a password right, and before it goes on. */
let onceVerified: (() => Promise<unknown>) | undefined;

const NEW = 'words that nobody else uses';

beforeAll(async () => {
  const { client, ...database } = databaseOf(sharedService());
  const call: typeof client.call = async (name, input, options) => {
    // A right password is the one thing that takes a counted attempt back.
    if (
      Object.values(
        (input as { ExpressionAttributeValues?: object }).ExpressionAttributeValues ?? {},
      ).includes(-1)
    ) {
      const action = onceVerified;
      onceVerified = undefined;
      await action?.();
    }
    return await client.call(name, input, options);
  };
  service = await startClockedService(accountRoutes, {
    database: { ...database, client: { ...client, call } },
  });
  workspace = await newWorkspace();
});
afterAll(() => service.stop());
beforeEach(async () => {
  // No password of a test is set at the very same moment as another.
  service.now = new Date(Date.now() + 30_000);
  person = await workspace.person('member');
  ({ email } = await newAccount(workspace, person));
});

const place = () => ({ workspaceId: workspace.id, id: person.id });
const newLink = async () => invitationPath(await workspace.operator.inviteMember(place()));
const byOperator = () => workspace.operator.setPassword(place(), NEW);

async function byInvitation() {
  const browser = createBrowser(service.baseUrl);
  const link = await newLink();
  const fields = { password: NEW, again: NEW };
  expect((await browser.submit(await browser.open(link), link, fields)).status).toBe(200);
}

async function trySignIn(password: string, browser = createBrowser(service.baseUrl)): Promise<number> {
  return (await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', { email, password }))
    .status;
}

const isSignedIn = async (browser: ReturnType<typeof createBrowser>) =>
  new URL((await browser.open('/connections')).url).pathname === '/connections';

describe.each([
  ['by the operator', byOperator],
  ['by an invitation', byInvitation],
])('a new password, set %s,', (_, setPassword) => {
  test('ends a session that begins with the old one at that very moment', async () => {
    const browser = createBrowser(service.baseUrl);
    onceVerified = setPassword;
    await trySignIn(PASSWORD, browser);
    expect(onceVerified).toBeUndefined();
    expect(browser.cookies.has('__Host-session')).toBe(true);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('ends what programs were allowed, whether they have fetched it or not', async () => {
    const api = oauthApi(service.baseUrl);
    const browser = await signedIn(service, workspace, person);
    const principal = (accessToken: string) => {
      const headers = { authorization: `Bearer ${accessToken}` };
      const { services } = service;
      return authenticateOAuth(
        headers,
        new URLSearchParams(),
        'mcp',
        createReader(services.database),
        services,
      );
    };
    const before = await connect(service.baseUrl, browser);
    const pending = await getCode(browser, before.client);
    expect((await principal(before.accessToken)).subject).toMatchObject({ userId: person.userId });
    await setPassword();

    await expect(principal(before.accessToken)).rejects.toThrow('invalid or has been revoked');
    const refreshed = await api.token(refreshFields(before.client, before.refreshToken));
    expect(refreshed.json.error).toBe('invalid_grant');
    const exchanged = await api.token(codeFields(before.client, pending.code, pending.verifier));
    expect(exchanged.json.error).toBe('invalid_grant');

    const again = createBrowser(service.baseUrl);
    expect(await trySignIn(NEW, again)).toBe(200);
    expect((await again.open('/connections')).text).toContain('No applications are connected.');
    const after = await connect(service.baseUrl, again, { client: before.client });
    expect((await principal(after.accessToken)).subject).toMatchObject({ userId: person.userId });
    expect((await api.token(refreshFields(after.client, after.refreshToken))).status).toBe(200);
  });

  test('revokes an earlier link', async () => {
    const link = await newLink();
    await setPassword();
    expect((await createBrowser(service.baseUrl).open(link)).status).toBe(410);
  });

  test('makes a browser that knew the old one unknown, so that its guesses count with all others', async () => {
    const known = createBrowser(service.baseUrl);
    expect(await trySignIn(PASSWORD, known)).toBe(200);
    await known.submit(await known.open('/connections'), '/sign-out');
    await setPassword();
    const account = await getAccount(createReader(workspace.database), person.userId);
    for (let time = 0; time < accountLimit.most; time++) {
      await consumeAttempt(workspace.database, accountLimit, guessedAt(email, account), service.now);
    }
    expect(await trySignIn(NEW, known)).toBe(429);
  });
});
