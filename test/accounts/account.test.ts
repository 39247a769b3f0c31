import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let own: TestWorkspace;
let person: Person;
let email: string;
let other: TestWorkspace;
let boss: Person;
let browser: Browser;

beforeEach(async () => {
  own = await newWorkspace();
  person = await own.person('member');
  email = await addressOf(own, person.id);
  other = await newWorkspace();
  boss = await other.person('admin');
  browser = await signedIn(sharedService(), own, person);
});

const invite = async (role = 'member') =>
  (await boss.client.post(`${other.path}/members`, { name: 'Their word for me', email, role })).json.data;
const membership = async (id: string) => (await boss.client.get(`${other.path}/members/${id}`)).json.data;
const act = async (does: 'accept' | 'leave', place = other) =>
  browser.submit(await browser.open('/account'), `/account/workspaces/${place.id}/${does}`);
const statusOf = (text: string) => /role="status">(.*?)<\/p>/s.exec(text)?.[1]?.replaceAll(/<\/?bdi>/g, '');

test('a visitor who has not signed in is sent to sign in, and comes back', async () => {
  const stranger = createBrowser(sharedService().baseUrl);
  const page = await stranger.open('/account');
  expect(new URL(page.url).pathname).toBe('/sign-in');
  const left = await stranger.request('POST', `/account/workspaces/${own.id}/leave`, {});
  expect(new URL(left.url).pathname).toBe('/sign-in');
  const forged = await browser.request('POST', `/account/workspaces/${own.id}/leave`, {});
  expect(forged.status).toBe(403);
});

describe('an invitation', () => {
  test('waits on the page of the person, and takes effect when they accept', async () => {
    const member = await invite();
    expect(member.acceptedAt).toBeNull();
    const page = await browser.open('/account');
    expect(page.text).toContain('Invitations');
    expect(page.text).toContain(`action="/account/workspaces/${other.id}/accept"`);
    // What the workspace calls them is not what they are called.
    expect(page.text).not.toContain('Their word for me');

    const done = await act('accept');
    expect(done.status).toBe(200);
    expect(statusOf(done.text)).toMatch(/^You’ve joined (?!Plotline).+\.$/);
    expect(done.text).not.toContain('Invitations');
    const now = await membership(member.id);
    expect(now.acceptedAt).not.toBeNull();
    expect(now).toEqual({ ...member, acceptedAt: now.acceptedAt, updatedAt: now.acceptedAt });
  });

  test('is what the page begins with, and what the link of its mail has people sign in for', async () => {
    await invite();
    const { text } = await browser.open('/account?invited#invitations');
    expect(text.indexOf('<h2 id="invitations">')).toBeGreaterThan(0);
    expect(text.indexOf('<h2 id="invitations">')).toBeLessThan(text.indexOf('action="/account/name"'));

    const stranger = createBrowser(sharedService().baseUrl);
    const page = await stranger.open('/account?invited');
    expect(new URL(page.url).searchParams.get('next')).toBe('/account#invitations');
    expect(page.text).toContain('Sign in to answer the invitation.');
  });

  test('leads to a workspace without a team, and the page then says what to do', async () => {
    await invite();
    await act('accept');
    const { text } = await browser.open('/account');
    expect(text.split('You’re in no team here yet')).toHaveLength(3);
    const team = await own.team();
    const admin = await own.person('admin', [team]);
    await admin.client.post(`${own.path}/teams/${team.id}/members`, { memberId: person.id });
    expect((await browser.open('/account')).text.split('You’re in no team here yet')).toHaveLength(2);
  });

  test('sent twice is accepted once', async () => {
    const member = await invite();
    const page = await browser.open('/account');
    const accept = () => browser.submit(page, `/account/workspaces/${other.id}/accept`);
    const [first, second] = [await accept(), await accept()];
    expect([first.status, second.status]).toEqual([200, 200]);
    const { acceptedAt, updatedAt } = await membership(member.id);
    expect(updatedAt).toBe(acceptedAt);
  });

  test('is declined, also by a person who was invited as an admin', async () => {
    const member = await invite('admin');
    const done = await act('leave');
    expect([done.status, statusOf(done.text)]).toEqual([200, 'You have declined the invitation.']);
    expect(done.text).not.toContain('Invitations');
    expect((await membership(member.id)).removedAt).not.toBeNull();
  });

  test('that was taken back can no longer be accepted', async () => {
    const member = await invite();
    const page = await browser.open('/account');
    await boss.client.delete(`${other.path}/members/${member.id}`);
    const { status, text } = await browser.submit(page, `/account/workspaces/${other.id}/accept`);
    expect([status, text]).toEqual([410, expect.stringContaining('no longer valid')]);
    expect((await membership(member.id)).acceptedAt).toBeNull();
  });

  test('of another person is out of reach', async () => {
    const someone = await boss.client.post(`${other.path}/members`, {
      name: 'Somebody else',
      email: `${randomUUID()}@example.com`,
    });
    await invite();
    const page = await browser.open('/account');
    await act('leave');
    const answer = await browser.submit(page, `/account/workspaces/${other.id}/accept`);
    expect(answer.status).toBe(410);
    expect((await membership(someone.json.data.id)).acceptedAt).toBeNull();
  });
});

describe('leaving a workspace', () => {
  test('ends the membership, its teams and its tokens; again changes nothing', async () => {
    const admin = await own.person('admin');
    const page = await browser.open('/account');
    const leave = () => browser.submit(page, `/account/workspaces/${own.id}/leave`);
    for (let time = 0; time < 2; time++) {
      const done = await leave();
      expect([done.status, statusOf(done.text)]).toEqual([200, 'You have left the workspace.']);
      expect(done.text).not.toMatch(/<h2>(?:Workspaces|Applications)</);
    }
    expect((await person.client.get('/api/v1/me')).status).toBe(401);
    const { data } = (await admin.client.get(`${own.path}/members/${person.id}`)).json;
    expect(data.removedAt).not.toBeNull();
  });

  test('is refused to the last admin', async () => {
    const last = await other.operator.getMember(other.id, boss.id);
    const theirs = await signedIn(sharedService(), other, boss);
    const page = await theirs.open('/account');
    const { status, text } = await theirs.submit(page, `/account/workspaces/${other.id}/leave`);
    expect([status, text]).toEqual([409, expect.stringContaining('last admin')]);
    expect(await other.operator.getMember(other.id, boss.id)).toEqual(last);
  });
});

describe('the name on an account', () => {
  const save = async (name: string) =>
    browser.submit(await browser.open('/account'), '/account/name', { name });

  test('is stored as it was typed, without blanks around it', async () => {
    const done = await save('  Zoë “Zed” O’Hara ');
    expect([done.status, statusOf(done.text)]).toEqual([200, 'Your name has been saved.']);
    expect(done.text).toContain('value="Zoë “Zed” O’Hara"');
  });

  test.each([
    ['', 'Enter your name.'],
    ['\u200b', 'without invisible characters'],
    ['eno\u202e', 'without invisible characters'],
    ['x'.repeat(121), 'at most 120 characters'],
    ['me@example.com', 'not an email address'],
  ])('cannot be %j', async (name, reason) => {
    await save('As before');
    const { status, text } = await save(name);
    expect(status).toBe(400);
    expect(text).toContain(reason);
    expect((await browser.open('/account')).text).toContain('value="As before"');
  });

  test('leaves the names that workspaces use as they are', async () => {
    const inHead = async () =>
      /class="me".*?<bdi>(.*?)<\/bdi>/s.exec((await browser.open('/account')).text)?.[1];
    expect(await inHead()).toBe('A member');
    await save('A name of my own');
    expect(await inHead()).toBe('A name of my own');
    expect((await browser.open('/account')).text).toContain('shown as <bdi>A member</bdi>');
    const { data } = (await person.client.get(`${own.path}/members/${person.id}`)).json;
    expect(data.name).toBe('A member');
  });

  test('is looked up by one rule on each page of the account, also if there is none', async () => {
    await browser.submit(await browser.open('/account'), '/account/name', { remove: 'yes' });
    const inHead = async (path: string) =>
      /class="me"[^>]*>.*?<\/a>/s.exec((await browser.open(path)).text)?.[0];
    const pages = ['/connections', '/account/password', '/account/address'];
    const tokens = `/account/workspaces/${own.id}/tokens`;
    const first = await inHead('/account');
    expect(first).toContain('<bdi>A member</bdi>');
    for (const path of [...pages, tokens]) expect(await inHead(path), path).toBe(first);
    expect((await browser.open('/account')).text).toMatch(/id="name"[^>]*placeholder="A member"/);
  });

  test('is not changed by a form of another person', async () => {
    await save('Mine');
    const page = await browser.open('/account');
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
    const thief = await signedIn(sharedService(), other, boss);
    const { status } = await thief.request('POST', '/account/name', { name: 'Theirs', form_token: token });
    expect(status).toBe(403);
    expect((await browser.open('/account')).text).toContain('value="Mine"');
  });
});
