import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let feedback: Feedback;
let portal: Portal;
let visitor: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
  // A visitor is of another workspace: portals are for anyone.
  const elsewhere = await newWorkspace();
  visitor = await elsewhere.person('guest');
  browser = await signedIn(sharedService(), elsewhere, visitor);
});

const home = () => `/portals/${portal.slug}/feedback`;
const pathOf = (item: FeedbackItem) => `${home()}/items/${item.slug}`;

async function signedInElsewhere(name?: string): Promise<Browser> {
  const elsewhere = await newWorkspace();
  if (name === undefined) return signedIn(sharedService(), elsewhere, await elsewhere.person('guest'));
  const email = `${randomUUID()}@example.com`;
  const fields = { workspaceId: elsewhere.id, name, email, role: 'guest' as const };
  const member = await elsewhere.operator.addMember(fields);
  return signedIn(sharedService(), elsewhere, { ...visitor, id: member.id });
}

describe('a vote', () => {
  test('counts once for each person, however often it is sent, and can be taken back', async () => {
    const item = await feedback.item(portal);
    const page = await browser.open(pathOf(item));
    expect(page.text).toContain('aria-pressed="false"');
    const give = () => browser.submit(page, `${pathOf(item)}/vote`, { vote: 'give' });
    const answers = await Promise.all(Array.from({ length: 5 }, give));
    for (const { status, url, text } of answers) {
      expect([status, new URL(url).pathname]).toEqual([200, pathOf(item)]);
      expect(text).toContain('aria-pressed="true"');
    }
    expect((await feedback.readItem(item)).voteCount).toBe(1);

    const back = () => browser.submit(page, `${pathOf(item)}/vote`, { vote: 'back' });
    for (let time = 0; time < 2; time++) expect((await back()).text).toContain('aria-pressed="false"');
    expect((await feedback.readItem(item)).voteCount).toBe(0);
  });

  test('of many at once is counted for each, and leaves the version alone', async () => {
    const item = await feedback.item(portal);
    const browsers = await Promise.all(Array.from({ length: 3 }, () => signedInElsewhere()));
    await Promise.all(
      browsers.map(async (other) => {
        const page = await other.open(pathOf(item));
        await other.submit(page, `${pathOf(item)}/vote`, { vote: 'give' });
      }),
    );
    expect(await feedback.readItem(item)).toEqual({ ...item, voteCount: 3 });
  });

  test('is given on the roadmap too, which says how many ideas are in each column', async () => {
    const item = await feedback.item(portal, { status: 'planned' });
    const other = await feedback.item(portal, { status: 'planned' });
    const page = await browser.open(`${home()}/roadmap`);
    expect(page.text).toMatch(/Planned<\/span> <span class="hint">2</);
    const action = `${pathOf(item)}/vote`;
    const after = await browser.submit(page, action, { vote: 'give', back: `${home()}/roadmap` });
    expect(after.url).toContain(`/roadmap?voted=${item.slug}#idea-${item.slug}`);
    expect(after.text).toContain('Your vote is counted.');
    expect(after.text.match(/aria-pressed="true"/g)).toHaveLength(1);
    // The most wanted first, at once.
    expect(after.text.indexOf(`idea-${item.slug}"`)).toBeLessThan(after.text.indexOf(`idea-${other.slug}"`));
    const stranger = await createBrowser(sharedService().baseUrl).open(`${home()}/roadmap`);
    expect(stranger.text).toContain(`vote=${item.slug}"`);
  });

  test('leads back to the page of the portal that it was given on, and nowhere else', async () => {
    const item = await feedback.item(portal);
    const page = await browser.open(`${home()}?sort=newest`);
    const vote = (back: string) => browser.submit(page, `${pathOf(item)}/vote`, { vote: 'give', back });
    const afterVote = async (back: string) => {
      const { url, text } = await vote(back);
      expect(text).toContain('Your vote is counted.');
      return url.slice(url.indexOf('?'));
    };
    expect(await afterVote(`${home()}?sort=newest`)).toBe(
      `?sort=newest&voted=${item.slug}#idea-${item.slug}`,
    );
    for (const back of [
      'https://example.com/',
      '//example.com',
      `${home()}x`,
      '/connections',
      `${home()}/../../../connections`,
      `${home()}/%2e%2e/%2E%2E/%2e%2e/connections`,
      `a\r\nset-cookie: x=y`,
    ]) {
      expect(new URL((await vote(back)).url).pathname).toBe(pathOf(item));
    }
    expect(await afterVote(`${home()}?x=é&y= `)).toBe(`?x=%C3%A9&y=&voted=${item.slug}#idea-${item.slug}`);
  });
});

describe('a visitor who has not signed in', () => {
  test('reads without a cookie, and is sent to sign in when they vote', async () => {
    const item = await feedback.item(portal);
    const anonymous = createBrowser(sharedService().baseUrl);
    for (const path of [home(), pathOf(item), `${home()}/roadmap`, `${home()}/updates`]) {
      const page = await anonymous.open(path);
      expect([page.status, page.setCookies]).toEqual([200, []]);
      expect(page.headers.get('cache-control')).toContain('public');
    }
    const page = await anonymous.open(pathOf(item));
    expect(page.text).toContain(`/sign-in?next=${encodeURIComponent(pathOf(item))}`);
    const form = await anonymous.open(`${home()}/new`);
    expect(form.text).toContain('Next, you sign in by email.');
    const sent = await anonymous.submit(form, `${home()}/new`, { title: 'Read aloud' });
    expect(new URL(sent.url).pathname).toBe('/sign-in/draft');
    expect(sent.text).toContain('Read aloud');
    const forged = await anonymous.request('POST', `${pathOf(item)}/vote`, { vote: 'give' });
    expect(new URL(forged.url).pathname).toBe('/sign-in');
    expect((await feedback.readItem(item)).voteCount).toBe(0);
  });
});

test('the page of a signed-in visitor is stored by no cache', async () => {
  for (const path of [home(), `${home()}/roadmap`]) {
    const page = await browser.open(path);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.text).toContain('Sign out');
    expect(page.text).not.toContain('@example.com');
  }
});

test('signing out leads back to the portal, as anyone sees it', async () => {
  const other = await signedInElsewhere();
  const shown = await other.submit(await other.open(`${home()}/roadmap`), '/sign-out');
  expect([shown.status, new URL(shown.url).pathname]).toEqual([200, home()]);
  expect(shown.text).toContain('Sign in');
  expect(shown.text).not.toContain('Sign out');
});

test('a form of another browser, or of none, changes nothing', async () => {
  const item = await feedback.item(portal);
  const other = await signedInElsewhere();
  const page = await other.open(pathOf(item));
  const token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
  for (const fields of [{}, { form_token: token }, { form_token: 'x' }] as Record<string, string>[]) {
    for (const [path, sent] of [
      [`${pathOf(item)}/vote`, { vote: 'give' }],
      [`${pathOf(item)}/comments`, { content: 'Spam' }],
      [`${home()}/new`, { title: 'Spam', boardId: portal.boards[0]!.id }],
    ] as const) {
      expect((await browser.request('POST', path, { ...sent, ...fields })).status).toBe(403);
    }
  }
  expect(await feedback.readItem(item)).toEqual(item);
});

describe('a comment', () => {
  test('appears on the page under the name of its author, once', async () => {
    const item = await feedback.item(portal);
    const page = await browser.open(pathOf(item));
    const content = 'Yes, please.\nWrite to me: me@example.com';
    const send = () => browser.submit(page, `${pathOf(item)}/comments`, { content });
    for (let time = 0; time < 2; time++) {
      const shown = await send();
      expect(shown.status).toBe(200);
      const body = shown.text.slice(shown.text.indexOf('<body'));
      expect(body.match(/Yes, please\./g)).toHaveLength(1);
      expect(shown.text).toContain('A guest');
      expect(shown.text).not.toContain('me@example.com');
    }
    expect((await feedback.readItem(item)).commentCount).toBe(1);
  });

  test('to a former address arrives where the portal is now', async () => {
    const moving = await feedback.portal();
    const item = await feedback.item(moving);
    const former = `/portals/${moving.slug}/feedback/items/${item.slug}`;
    const page = await browser.open(former);
    const { slug } = await feedback.change(feedback.pathOf(moving), moving, { slug: randomUUID() });
    const shown = await browser.submit(page, `${former}/comments`, { content: 'Not lost' });
    expect([shown.status, new URL(shown.url).pathname]).toEqual([
      200,
      `/portals/${slug}/feedback/items/${item.slug}`,
    ]);
    expect(shown.text).toContain('Not lost');
  });

  test('is measured as it was typed, before addresses are taken out', async () => {
    const item = await feedback.item(portal);
    const page = await browser.open(pathOf(item));
    const content = `${'x'.repeat(60)}@${'y.'.repeat(8)}example.com `.repeat(50);
    const shown = await browser.submit(page, `${pathOf(item)}/comments`, { content });
    expect(shown.status).toBe(400);
    expect(shown.text).toContain('Write a comment of 1 to 4,000 characters.');
  });

  test('that is refused comes back with what was written', async () => {
    const item = await feedback.item(portal);
    const page = await browser.open(pathOf(item));
    for (const content of [' ', '\u200b\u3164', 'x'.repeat(4_001)]) {
      const shown = await browser.submit(page, `${pathOf(item)}/comments`, { content });
      expect(shown.status).toBe(400);
      expect(shown.text).toContain('role="alert"');
      expect(shown.text).toContain(content.trim());
    }
    expect((await feedback.readItem(item)).commentCount).toBe(0);
  });

  test('that comes too soon after many others is not lost', async () => {
    const item = await feedback.item(portal);
    const other = await signedInElsewhere();
    const page = await other.open(pathOf(item));
    const send = (content: string) => other.submit(page, `${pathOf(item)}/comments`, { content, once: '' });
    let answer = await send('Typed with care');
    // A window that ends meanwhile begins the count anew.
    for (let sent = 1; answer.status !== 429 && sent <= 60; sent++) answer = await send('Typed with care');
    const { status, headers, text } = answer;
    expect([status, headers.has('retry-after')]).toEqual([429, true]);
    expect(text).toMatch(/<textarea[^>]*>\s*Typed with care</);
  });

  test('disappears from the page when a moderator hides it', async () => {
    const item = await feedback.item(portal);
    const comment = await feedback.comment(portal, item, visitor, 'Something rude');
    expect((await browser.open(pathOf(item))).text).toContain('Something rude');
    const admin = await workspace.person('admin');
    const path = `${feedback.pathOf(portal)}/items/${item.id}/comments/${comment.id}`;
    await admin.client.patch(path, { hidden: true });
    expect((await browser.open(pathOf(item))).text).not.toContain('Something rude');
  });

  test('of a visitor whose name is an email address waits for another name', async () => {
    const item = await feedback.item(portal);
    const other = await signedInElsewhere('ada@example.com');
    const page = await other.open(pathOf(item));
    expect(page.text).not.toContain('ada@');
    const send = (name: string) => other.submit(page, `${pathOf(item)}/comments`, { content: 'Hello', name });
    expect((await send('ada@example.com')).status).toBe(400);
    expect((await send('Ada')).text).toContain('<bdi>Ada</bdi>');
  });
});

describe('a suggestion on a portal', () => {
  test('becomes an item of its board, once, however often the form is sent', async () => {
    const form = await browser.open(`${home()}/new`);
    const title = `A wish ${randomUUID()}`;
    const fields = { title, boardId: portal.boards[1]!.id, description: 'Because\r\nit helps.' };
    const first = await browser.submit(form, `${home()}/new`, fields);
    expect([first.status, new URL(first.url).pathname]).toEqual([
      200,
      expect.stringContaining('/items/a-wish-'),
    ]);
    expect(first.text).toContain('Thank you!');
    expect(first.text).toContain('aria-pressed="true"');
    const again = await browser.submit(form, `${home()}/new`, fields);
    expect(again.url).toBe(first.url);

    const admin = await workspace.person('admin');
    const { data } = (await admin.client.get(`${feedback.pathOf(portal)}/items`)).json;
    expect(data.filter((item: FeedbackItem) => item.title === title)).toEqual([
      expect.objectContaining({
        boardId: portal.boards[1]!.id,
        description: 'Because\nit helps.',
        status: 'pending',
        authorId: expect.any(String),
        authorName: 'A guest',
        authorKind: 'visitor',
        voteCount: 1,
      }),
    ]);
  });

  test('that lacks a title comes back as it was typed', async () => {
    const form = await browser.open(`${home()}/new`);
    const fields = { title: ' ', boardId: portal.boards[1]!.id, description: '<b>"Quoted"</b>' };
    const shown = await browser.submit(form, `${home()}/new`, fields);
    expect(shown.status).toBe(400);
    expect(shown.text).toContain('Describe your idea in 1 to 200 characters.');
    expect(shown.text).toContain('&#60;b&#62;&#34;Quoted&#34;&#60;/b&#62;</textarea');
  });

  test('is accepted ten times an hour', async () => {
    const other = await signedInElsewhere();
    const answers = [];
    for (let number = 0; number < 11; number++) {
      const form = await other.open(`${home()}/new`);
      const fields = { title: `Wish ${number}`, boardId: portal.boards[0]!.id, after: 'send' };
      answers.push(await other.submit(form, `${home()}/new`, fields));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
    const { headers, text } = answers.at(-1)!;
    expect(Number(headers.get('retry-after'))).toBeOneOf(Array.from({ length: 3_600 }, (_, s) => s + 1));
    expect(text).toContain('value="Wish 10"');
  });

  test('is not offered where there is no board', async () => {
    const empty = await feedback.portal({ boards: [] });
    for (const who of [browser, createBrowser(sharedService().baseUrl)]) {
      const page = await who.open(`/portals/${empty.slug}/feedback/new`);
      expect([page.status, page.text]).toEqual([
        200,
        expect.stringContaining('This portal is not accepting ideas'),
      ]);
      expect(page.text).not.toContain('name="title"');
    }
  });

  test('goes to a board of the portal only, and to none of a portal that is private by now', async () => {
    const closing = await feedback.portal();
    const at = `/portals/${closing.slug}/feedback/new`;
    const form = await browser.open(at);
    const fields = { title: 'x', boardId: portal.boards[0]!.id };
    const elsewhere = await browser.submit(form, at, fields);
    expect([elsewhere.status, elsewhere.text]).toEqual([400, expect.stringContaining('Choose a board.')]);
    await feedback.change(feedback.pathOf(closing), closing, { visibility: 'private' });
    const own = { ...fields, boardId: closing.boards[0]!.id };
    expect((await browser.submit(form, at, own)).status).toBe(404);
  });
});
