import { beforeEach, describe, expect, test } from 'vitest';
import { allScopes, readScopes } from '../../shared/kernel/core/scopes.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal, readAll } from '../support/answers.ts';
import { createBrowser, newAccount, signedIn, type Browser, type Shown } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let [team, closed]: Team[] = [];
let admin: Person;
let person: Person;
let browser: Browser;
let path: string;

beforeEach(async () => {
  workspace = await newWorkspace();
  [team, closed] = [await workspace.team(), await workspace.team({ private: true })];
  admin = await workspace.person('admin');
  person = await workspace.person('member', [team]);
  browser = await signedIn(sharedService(), workspace, person);
  path = `/account/workspaces/${workspace.id}/tokens`;
});

const secretIn = ({ text }: Shown) => /plt_pat_[\w-]{112}/.exec(text)?.[0];
const create = async (fields: Record<string, string> = {}) =>
  browser.submit(await browser.open(path), path, { name: 'Script', days: '30', access: 'read', ...fields });
const clientOf = (page: Shown) => createClient(sharedService().baseUrl, secretIn(page));
const tokensOf = ({ id }: Person) => readAll(admin.client, `${workspace.path}/tokens`, { memberId: id });
const me = async (page: Shown) => (await clientOf(page).get('/api/v1/me')).json.data;

test('the page of tokens is linked from the account, and leads visitors to sign in and back', async () => {
  expect((await browser.open('/account')).text).toContain(`href="${path}"`);
  const stranger = createBrowser(sharedService().baseUrl);
  const { url } = await stranger.open(path);
  expect([new URL(url).pathname, new URL(url).searchParams.get('next')]).toEqual(['/sign-in', path]);
});

test('a token for reading is created, shown once and listed', async () => {
  const page = await create();
  expect([page.status, page.headers.get('cache-control')]).toEqual([
    200,
    expect.stringContaining('no-store'),
  ]);
  expect(await me(page)).toMatchObject({ principalId: person.id, role: 'member', scopes: readScopes });

  const list = await browser.open(path);
  expect(list.text).toContain('Script');
  expect(list.text).not.toContain('plt_pat_');
  expect(list.text).toMatch(/>\s*Reads everything\s*</);
  const [token] = await tokensOf(person);
  const days = (Date.parse(token.expiresAt) - Date.parse(token.createdAt)) / (24 * 60 * 60_000);
  expect([token.name, token.teamRestriction, Math.round(days)]).toEqual(['Script', null, 30]);
});

test('a token has the scopes and teams that are ticked', async () => {
  const page = await create({
    access: 'chosen',
    'scope:stories:read': 'on',
    'scope:stories:write': 'on',
    [`team:${team!.id}`]: 'on',
  });
  expect(await me(page)).toMatchObject({ scopes: ['stories:read', 'stories:write'], teamIds: [team!.id] });
  const [token] = await readAll(person.client, `${workspace.path}/tokens`);
  expect(token.teamRestriction).toEqual([team!.id]);
  const { text } = await browser.open(path);
  expect([...text.matchAll(/<code class="scope" dir="ltr">([^<]+)<\/code>/g)].map(([, one]) => one)).toEqual([
    'stories:read',
    'stories:write',
  ]);
});

test('a token can have every scope at once', async () => {
  expect(await me(await create({ access: 'all' }))).toMatchObject({ scopes: allScopes });
  expect((await browser.open(path)).text).toMatch(/>\s*Reads and changes everything\s*</);
});

describe('the page of an operation', () => {
  const operation = '/docs/stories/createStory';
  const wish = `?scopes=stories%3Awrite&from=${encodeURIComponent(operation)}&title=Create+a+story`;

  test('leads to the tokens of the only workspace, with its scope and the one for reading ticked', async () => {
    const { url, text } = await browser.open(`/account/tokens${wish}`);
    expect(new URL(url).pathname).toBe(path);
    expect(text).toMatch(/value="chosen"\s+checked/);
    const ticked = [...text.matchAll(/name="scope:([\w:]+)"\s+checked/g)].map(([, scope]) => scope);
    expect(ticked).toEqual(['stories:read', 'stories:write']);
    expect(text).toMatch(/name="name"[^>]*value="Create a story"/);
    expect(text).toMatch(
      /href="\/docs\/stories\/createStory"\s*>Back to “<bdi lang="en">Create a story<\/bdi>”</,
    );
  });

  test('is linked from the new token, with a place where its form opens', async () => {
    const form = { name: 'Docs', days: '7', access: 'chosen', 'scope:stories:write': 'on' };
    const page = await browser.submit(await browser.open(path + wish), path, form);
    expect(page.text).toMatch(/href="\/docs\/stories\/createStory#try"[^>]*>Try it now</);
    expect((await create()).text).not.toContain('#try');
  });

  test.each(['https://example.com/docs/stories/createStory', '//example.com/a', '/docs', '/sign-in/x/y'])(
    'is none at %s',
    async (from) => {
      const { text } = await browser.open(`${path}?scopes=stories%3Aread&from=${encodeURIComponent(from)}`);
      expect(text).toMatch(/name="scope:stories:read"\s+checked/);
      expect(text).not.toContain('name="from"');
    },
  );

  test.each(['Read www.example.com', 'x'.repeat(81), 'Sign in: now'])(
    'is linked without its title if that is %s',
    async (title) => {
      const from = encodeURIComponent(operation);
      const { text } = await browser.open(`${path}?from=${from}&title=${encodeURIComponent(title)}`);
      expect(text).toMatch(/href="\/docs\/stories\/createStory"\s*>Back</);
      expect(text).not.toContain(title);
    },
  );

  test('asks strangers to sign in, and then leads on', async () => {
    const stranger = createBrowser(sharedService().baseUrl);
    const { url, text } = await stranger.open(`/account/tokens${wish}`);
    expect(text).toContain('Sign in to create a token.');
    const next = new URL(url).searchParams.get('next')!;
    expect([new URL(url).pathname, next.split('?')[0]]).toEqual(['/sign-in', '/account/tokens']);
    const account = await newAccount(workspace, person);
    const page = await stranger.submit(await stranger.open(url), '/sign-in', account);
    expect([new URL(page.url).pathname, page.text]).toEqual([path, expect.stringContaining(operation)]);
  });

  test('asks those in several workspaces for one', async () => {
    const other = await newWorkspace();
    const { email } = (await workspace.operator.getMember(workspace.id, person.id))!;
    const boss = await other.person('admin');
    await boss.client.post(`${other.path}/members`, { name: 'Invited', email });
    expect(new URL((await browser.open('/account/tokens')).url).pathname).toBe(path);
    await browser.submit(await browser.open('/account'), `/account/workspaces/${other.id}/accept`);
    const { text } = await browser.open(`/account/tokens${wish}`);
    for (const id of [workspace.id, other.id])
      expect(text).toContain(`href="/account/workspaces/${id}/tokens${wish.replaceAll('&', '&#38;')}#new"`);
  });
});

test('a new token is shown with lines that try it', async () => {
  const page = await create();
  const lines = [`export TOKEN=${secretIn(page)}`, `export WORKSPACE=${workspace.id}`].join('\n');
  expect(page.text).toContain(lines);
  expect(page.text).toContain(`${sharedService().baseUrl}/api/v1/me`);
});

describe('no token is created', () => {
  test('for ticked scopes next to the choice to read everything, and the form then shows the scopes', async () => {
    const before = await tokensOf(person);
    const page = await create({ access: 'read', 'scope:stories:write': 'on' });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('Choose one of the two.')]);
    expect(page.text).toMatch(/value="chosen"\s+checked/);
    expect(page.text).toMatch(/name="scope:stories:write"\s+checked/);
    expect(await tokensOf(person)).toEqual(before);
  });

  test('without a scope, and the page says to tick one', async () => {
    expect((await create({ access: 'chosen' })).text).toContain('Tick at least one scope.');
  });

  test.each([
    ['without a scope', { access: 'chosen' }, 400],
    ['without a name', { name: ' ' }, 400],
    ['for longer than a year', { days: '366' }, 400],
    ['for a team of others', { 'team:closed': 'on' }, 400],
  ])('%s', async (_, { 'team:closed': hidden, ...fields }: Record<string, string>, status) => {
    const before = await tokensOf(person);
    const page = await create({ ...fields, ...(hidden ? { [`team:${closed!.id}`]: hidden } : {}) });
    expect([page.status, page.text]).toEqual([status, expect.stringContaining('No token was created')]);
    expect(await tokensOf(person)).toEqual(before);
  });

  test('by a form of another site', async () => {
    const before = await tokensOf(person);
    const forged = { name: 'Forged', days: '30', access: 'read' };
    expect((await browser.request('POST', path, forged)).status).toBe(403);
    expect(await tokensOf(person)).toEqual(before);
  });

  test('by a member where an admin forbids it, but by admins', async () => {
    const page = await browser.open(path);
    await admin.client.request('PUT', `${workspace.path}/token-policy`, {
      body: { memberTokens: 'forbidden' },
    });
    const before = await tokensOf(person);
    const sent = await browser.submit(page, path, { name: 'Late', days: '30', access: 'read' });
    expect([sent.status, secretIn(sent)]).toEqual([403, undefined]);
    expect(await tokensOf(person)).toEqual(before);
    expect((await browser.open(path)).text).not.toContain('Create token');

    browser = await signedIn(sharedService(), workspace, admin);
    expect(secretIn(await create())).toBeDefined();
  });

  test('in a workspace that the person has not accepted, or is not in', async () => {
    const other = await newWorkspace();
    const elsewhere = `/account/workspaces/${other.id}/tokens`;
    expect((await browser.open(elsewhere)).status).toBe(404);
    const page = await browser.open(path);
    const form = { name: 'x', days: '30', access: 'read', form_token: tokenIn(page) };
    expect((await browser.request('POST', elsewhere, form)).status).toBe(404);
    const { email } = (await workspace.operator.getMember(workspace.id, person.id))!;
    const boss = await other.person('admin');
    await boss.client.post(`${other.path}/members`, { name: 'Invited', email });
    expect((await browser.open(elsewhere)).status).toBe(404);
    expect((await browser.request('POST', elsewhere, form)).status).toBe(404);
  });
});

const tokenIn = ({ text }: Shown) => /form_token" value="([^"]+)"/.exec(text)![1]!;

test('a form that is sent twice creates one token, and shows the secret once', async () => {
  const before = await tokensOf(person);
  const page = await browser.open(path);
  const send = () => browser.submit(page, path, { name: 'Twice', days: '30', access: 'read' });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect([secretIn(first), secretIn(second)]).toEqual([expect.any(String), undefined]);
  expect(await tokensOf(person)).toHaveLength(before.length + 1);
});

test('a token is revoked after one question that names it, and tokens of one name have their times', async () => {
  await create();
  await create();
  const { text } = await browser.open(path);
  const questions = [...text.matchAll(/<details>\s*<summary aria-label="Revoke Script…">.*?<\/details>/gs)];
  expect(questions).toHaveLength(2);
  for (const [question] of questions) {
    expect(question).toContain('Programs that use <bdi>Script</bdi> lose access at once.');
    expect(question).toMatch(/class="danger">Revoke Script</);
  }
  expect(text.replaceAll(/<details>.*?<\/details>/gs, '')).not.toContain('/revoke"');
  const created = (await tokensOf(person)).map(({ createdAt }) => createdAt);
  for (const time of created.slice(0, 2)) expect(text).toContain(`<time datetime="${time}" data-clock>`);
});

test('the page tells only of a token that was revoked, and of one’s own', async () => {
  await create({ name: 'Still good' });
  const [token] = await tokensOf(person);
  const { credential } = await workspace.tokenFor(admin.id);
  await admin.client.delete(`${workspace.path}/tokens/${credential.id}`);
  for (const id of [token.id, credential.id, 'x'])
    expect((await browser.open(`${path}?revoked=${id}`)).text).not.toContain('has been revoked');
});

test('a token is revoked, with an entry in the audit trail, and tokens of others are not', async () => {
  const page = await create();
  const [token] = await tokensOf(person);
  const list = await browser.open(path);
  const done = await browser.submit(list, `${path}/revoke`, { token: token.id });
  expect([done.status, done.text]).toEqual([
    200,
    expect.stringContaining('<bdi>Script</bdi> has been revoked.'),
  ]);
  expectRefusal(await clientOf(page).get('/api/v1/me'), 401, 'invalid_credential');

  const { credential } = await workspace.tokenFor(admin.id);
  await create({ name: 'Another' });
  const theirs = await browser.submit(await browser.open(path), `${path}/revoke`, { token: credential.id });
  expect(theirs.status).toBe(404);
  expect((await tokensOf(admin)).find(({ id }) => id === credential.id).revokedAt).toBeNull();

  const entries = await readAll(admin.client, `${workspace.path}/audit-events`, { type: 'token.*' });
  const own = entries.filter(({ target }) => target.id === token.id);
  expect(own.map(({ type, actor }) => [type, actor.id, actor.via])).toEqual([
    ['token.revoked', person.id, 'portal'],
    ['token.created', person.id, 'portal'],
  ]);
});
