import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invitationPath } from '../../shared/pages/session/account-paths.ts';
import { passwordProblem } from '../../shared/pages/session/password.ts';
import type { Member } from '../../shared/identity/members/member.ts';
import { accountRoutes } from '../support/account-routes.ts';
import { createBrowser, newAccount, signedIn } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: ClockedService;
let workspace: TestWorkspace;
let person: Person;
let link: string;
const password = 'words that nobody else uses';

const memberOf = ({ id }: Person) => ({ workspaceId: workspace.id, id });

beforeAll(async () => {
  service = await startClockedService(accountRoutes);
  workspace = await newWorkspace();
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.now = new Date();
  person = await workspace.person('member');
  link = invitationPath(await workspace.operator.inviteMember(memberOf(person)));
});

const accept = async (
  fields: Record<string, string> = { password, again: password },
  browser = createBrowser(service.baseUrl),
) => await browser.submit(await browser.open(link), link, fields);

describe('an invitation', () => {
  test('sets the password and signs in', async () => {
    const email = await addressOf(workspace, person.id);
    const page = await createBrowser(service.baseUrl).open(link);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    expect(page.text).toContain(email);
    expect(page.text).not.toContain(link);
    const { status, url } = await accept();
    expect([status, url]).toEqual([200, `${service.baseUrl}/my-work/${workspace.id}`]);
  });

  test('is good once, however often it is looked at', async () => {
    for (let look = 0; look < 3; look++) {
      expect((await createBrowser(service.baseUrl).open(link)).status).toBe(200);
    }
    await accept();
    expect((await createBrowser(service.baseUrl).open(link)).status).toBe(410);
  });

  test('that two use at once is good once', async () => {
    const browsers = Array.from({ length: 5 }, () => createBrowser(service.baseUrl));
    const pages = await Promise.all(browsers.map((browser) => browser.open(link)));
    const answers = await Promise.all(
      browsers.map((browser, number) =>
        browser.submit(pages[number]!, link, {
          password: `${password} ${number}`,
          again: `${password} ${number}`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
  });

  test('is good for seven days', async () => {
    service.pass(7 * 24 * 60 * 60_000 - 1);
    expect((await createBrowser(service.baseUrl).open(link)).status).toBe(200);
    service.pass(60_001);
    expect((await createBrowser(service.baseUrl).open(link)).status).toBe(410);
  });

  test('is replaced by a newer one', async () => {
    const newer = invitationPath(await workspace.operator.inviteMember(memberOf(person)));
    expect((await createBrowser(service.baseUrl).open(link)).status).toBe(410);
    expect((await createBrowser(service.baseUrl).open(newer)).status).toBe(200);
  });

  test('is of no use to a person who was removed, also when they are a member again', async () => {
    const email = await addressOf(workspace, person.id);
    const browser = createBrowser(service.baseUrl);
    const page = await browser.open(link);
    await workspace.operator.removeMember(memberOf(person));
    expect((await browser.submit(page, link, { password, again: password })).status).toBe(410);
    const used = await browser.open(link);
    // Where one signs in.
    expect([used.status, used.text]).toEqual([410, expect.stringContaining('href="/account"')]);
    await workspace.operator.addMember({ workspaceId: workspace.id, name: 'Back', email, role: 'member' });
    expect((await browser.open(link)).status).toBe(410);
    const newer = invitationPath(await workspace.operator.inviteMember(memberOf(person)));
    expect((await browser.open(newer)).status).toBe(200);
  });

  test('cannot be made up', async () => {
    const altered = link.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
    for (const path of [altered, '/invitations/x', `/invitations/${'A'.repeat(64)}`]) {
      expect((await createBrowser(service.baseUrl).open(path)).status, path).toBe(410);
    }
  });

  test('ends earlier sessions and the old password', async () => {
    const before = await signedIn(service, workspace, person);
    const old = await newAccount(workspace, person);
    const current = await signedIn(service, workspace, person);
    await accept();
    for (const browser of [before, current]) {
      expect(new URL((await browser.open('/connections')).url).pathname).toBe('/sign-in');
    }
    const browser = createBrowser(service.baseUrl);
    expect((await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', old)).status).toBe(
      401,
    );
    const now = { email: old.email, password };
    expect((await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', now)).status).toBe(
      200,
    );
  });

  test('works in a browser in which another person has signed in, who is signed out by it', async () => {
    const other = await workspace.person('admin');
    const browser = await signedIn(service, workspace, other);
    await accept({ password, again: password }, browser);
    const email = await addressOf(workspace, person.id);
    expect((await browser.open('/account')).text).toContain(email);
  });

  test('needs the form of its own page', async () => {
    expect((await accept({ password, again: password, form_token: 'x' })).status).toBe(403);
    expect((await accept()).status).toBe(200);
  });
});

describe('an invitation of a workspace that its person has not accepted', () => {
  let asked: Member;
  const current = async () => (await workspace.operator.getMember(workspace.id, asked.id))!;

  beforeEach(async () => {
    const { client } = await workspace.person('admin');
    const body = { name: 'Word of the workspace', email: `${randomUUID()}@example.com` };
    asked = (await client.post(`${workspace.path}/members`, body)).json.data;
    link = invitationPath(await workspace.operator.inviteMember(asked));
  });

  test('names the workspace, and proposes what it calls them as their own name', async () => {
    const { text } = await createBrowser(service.baseUrl).open(link);
    expect(text).toContain('You’ve been invited to <strong><bdi>Test</bdi></strong');
    expect(text).toContain('value="Word of the workspace"');
    expect((await current()).acceptedAt).toBeNull();
  });

  test('accepts it, with the name that the person gives', async () => {
    const browser = createBrowser(service.baseUrl);
    await accept({ name: 'My own', password, again: password }, browser);
    expect((await current()).acceptedAt).not.toBeNull();
    expect((await current()).name).toBe('Word of the workspace');
    const { text } = await browser.open('/account');
    expect(text).toContain('value="My own"');
    expect(text).not.toContain('Invitations');
  });

  test.each(['', 'me@example.com', '\u202eeman'])('takes no name such as %j', async (name) => {
    const { status } = await accept({ name, password, again: password });
    expect([status, (await current()).acceptedAt]).toEqual([400, null]);
    expect((await accept()).status).toBe(200);
  });
});

describe('a password is refused', () => {
  test.each([
    ['eleven char', 'eleven char', 'at least 12'],
    ['aaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaa', 'a few different'],
    ['x'.repeat(253) + 'abcd', 'x'.repeat(253) + 'abcd', 'at most 256'],
    ['some words of mine', 'some words of mime', 'do not match'],
    ['', '', 'at least 12'],
  ])('%j', async (text, again, reason) => {
    const { status, text: page } = await accept({ password: text, again });
    expect(status).toBe(400);
    expect(page).toContain(reason);
    expect((await accept()).status).toBe(200);
  });
});

test.each([
  ['Жук@example.com', 'два слова и ещё одно слово', undefined],
  ['1234@example.com', '非常に長いパスワードです、本当に', undefined],
  ['lovelace@example.com', 'l-o-v-e-l-a-c-e-2026', 'password.isAddress'],
])('the address %s and the password %s are compared by their letters', (address, text, problem) => {
  expect(passwordProblem(text, address)).toBe(problem);
});

test('a password typed on another keyboard is the same password', async () => {
  const composed = 'un caf\u00e9 cr\u00e8me, merci';
  await accept({ password: composed, again: composed });
  const email = await addressOf(workspace, person.id);
  const browser = createBrowser(service.baseUrl);
  const typed = { email, password: composed.normalize('NFD') };
  expect((await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', typed)).status).toBe(
    200,
  );
});
