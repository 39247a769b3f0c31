import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { newAccount, signedIn, type Browser, type Shown } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let feedback: Feedback;
let portal: Portal;
let browser: Browser;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
  browser = await signedIn(service, workspace, admin);
});

const manage = (path = '') => `/portals/${portal.slug}/manage${path}`;
const manageOf = (item: FeedbackItem) => manage(`/items/${item.slug}`);
const valueOf = (text: string, name: string) =>
  new RegExp(`name="${name}"[^>]*?value="([^"]*)"`, 's').exec(text)?.[1];

describe('a form of the team', () => {
  test.each([
    [
      'an idea',
      'save',
      async () => manageOf(await feedback.item(portal)),
      { status: 'planned', tags: 'twice' },
    ],
    [
      'the settings',
      '',
      async () => manage('/settings'),
      { visibility: 'public', description: 'Sent twice' },
    ],
  ])('of %s that is clicked twice is saved, and blames no one else', async (_, act, pathOf, fields) => {
    const path = await pathOf();
    const action = act === '' ? path : `${path}/${act}`;
    const page = await browser.open(path);
    for (const sent of [
      await browser.submit(page, action, fields),
      await browser.submit(page, action, fields),
    ]) {
      expect([sent.status, sent.text.includes('Someone else')]).toEqual([200, false]);
      expect(sent.text).toMatch(/role="status">(Saved|Your settings are saved)/);
    }
  });

  test.each([
    ['an idea', 'note', async () => manageOf(await feedback.item(portal)), { note: 'Typed with care' }],
    ['an update', '', async () => manage('/new-update'), { title: 'Typed with care', body: 'All of it' }],
  ])(
    'of %s keeps what was typed when the session ends, until it is saved',
    async (_, act, pathOf, fields) => {
      const path = await pathOf();
      const action = act === '' ? path : `${path}/${act}`;
      const person = await workspace.person('admin');
      const member = await signedIn(service, workspace, person);
      const page = await member.open(path);
      member.cookies.delete('__Host-session');
      const asked = await member.submit(page, action, fields);
      expect(asked.text).toContain('Typed with care');
      const account = await newAccount(workspace, person);
      const shown = await member.submit(asked, '/sign-in', { ...account });
      expect([new URL(shown.url).pathname, shown.text]).toEqual([
        path,
        expect.stringContaining('it is not saved yet'),
      ]);
      expect(shown.text).toContain('Typed with care');
      await member.submit(shown, action, fields);
      expect((await member.open(path)).text).not.toContain('it is not saved yet');
    },
  );

  test('shows what was typed, to be copied, to a person who signs in as someone who is not of the team', async () => {
    const path = manage('/new-update');
    const own = await signedIn(service, workspace, await workspace.person('admin'));
    const page = await own.open(path);
    own.cookies.delete('__Host-session');
    const asked = await own.submit(page, path, { title: 'Typed with care', body: 'All of it' });
    const guest = await newAccount(workspace, await workspace.person('guest'));
    const shown = await own.submit(asked, '/sign-in', { ...guest });
    expect(shown.status).toBe(404);
    expect(shown.text).toMatch(/<textarea id="kept" readonly>\s*Typed with care\n\nAll of it</);
    expect(shown.text).toContain(guest.email);
  });

  test('shows who is signed in on no page that is not of the team', async () => {
    const guest = await workspace.person('guest');
    const own = await signedIn(service, workspace, guest);
    const email = await addressOf(workspace, guest.id);
    for (const [path, isOfTeam] of [
      [`/portals/${portal.slug}/feedback/items/manage-nothing`, false],
      [manage(), true],
    ] as const) {
      const shown = await own.open(path);
      expect([path, shown.status, shown.text.includes(`<strong>${email}`)]).toEqual([path, 404, isOfTeam]);
    }
  });

  test('that is sent again with other words says so in words for people, and can be sent then', async () => {
    const path = manageOf(await feedback.item(portal));
    const page = await browser.open(path);
    await browser.submit(page, `${path}/note`, { note: 'First words' });
    const again = await browser.submit(page, `${path}/note`, { note: 'Other words' });
    expect([again.status, again.text.includes('Idempotency')]).toEqual([409, false]);
    expect(again.text).toContain('This form was sent before, with other values.');
    const sent = await browser.submit(again, `${path}/note`, { note: 'Other words' });
    expect([sent.status, sent.text.includes('Other words')]).toEqual([200, true]);
  });

  test('that is refused shows what was emptied as empty', async () => {
    const item = await feedback.item(portal, { tags: ['old'] });
    const page = await browser.open(manageOf(item));
    await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { title: 'Renamed' });
    const fields = { status: 'planned', boardId: item.boardId, tags: '' };
    const late = await browser.submit(page, `${manageOf(item)}/save`, fields);
    expect([late.status, valueOf(late.text, 'tags')]).toEqual([409, '']);
  });

  test('takes the address of an idea as browsers show it', async () => {
    const other = await feedback.item(portal);
    const address = `${service.baseUrl}/portals/${portal.slug}/feedback/items/${other.slug}`;
    for (const into of [`${address}?done=vote#team`, `${address}/`, `${address}#comment`]) {
      const item = await feedback.item(portal);
      const merged = await browser.submit(await browser.open(manageOf(item)), `${manageOf(item)}/merge`, {
        into,
      });
      expect([into, merged.status, (await feedback.readItem(item)).mergedIntoId]).toEqual([
        into,
        200,
        other.id,
      ]);
    }
    const item = await feedback.item(portal);
    const into = 'x'.repeat(3_000);
    const refused = await browser.submit(await browser.open(manageOf(item)), `${manageOf(item)}/merge`, {
      into,
    });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('No other idea has these words in its title.'),
    ]);
  });

  test('asks which idea is meant by words, and searches again for others', async () => {
    const titles = ['Two-way sync with calendars', 'Two-way sync with boards', 'Sync of one way'];
    const others = await Promise.all(titles.map((title) => feedback.item(portal, { title })));
    const item = await feedback.item(portal, { title: 'A sync in two-way fashion' });
    await expect.poll(async () => (await browser.open(manageOf(item))).text).toContain(others[1]!.slug);
    const send = (page: Shown, fields: Record<string, string>) =>
      browser.submit(page, `${manageOf(item)}/merge`, fields);
    const choicesOf = ({ text }: Shown) =>
      [...text.matchAll(/name="chosen"\s+type="radio"\s+value="([^"]+)"/g)].map(([, slug]) => slug).sort();
    const found = await send(await browser.open(manageOf(item)), { into: 'Two-way SYNC' });
    expect([found.status, choicesOf(found)]).toEqual([200, [others[0]!.slug, others[1]!.slug].sort()]);
    // Words that were changed since are what counts, and not the choice among those before.
    const again = await send(found, { chosen: others[0]!.slug, into: 'sync boards' });
    expect(choicesOf(again)).toEqual([others[1]!.slug]);
    expect((await feedback.readItem(item)).mergedIntoId).toBeNull();
    const none = await send(again, { into: 'no such words' });
    expect([none.status, choicesOf(none)]).toEqual([400, []]);
    expect((await send(again, { chosen: others[1]!.slug })).status).toBe(200);
    expect((await feedback.readItem(item)).mergedIntoId).toBe(others[1]!.id);
  });

  test('leads back to the part of the inbox that it was sent from', async () => {
    const item = await feedback.item(portal, { status: 'planned' });
    const path = manage('?show=all');
    await expect.poll(async () => (await browser.open(path)).text).toContain(manageOf(item));
    const done = await browser.submit(await browser.open(path), `${manageOf(item)}/status`, {
      status: 'closed',
    });
    expect(new URL(done.url).searchParams.get('show')).toBe('all');
  });

  test('deletes for good only after that was revealed', async () => {
    const item = await feedback.item(portal);
    const page = await browser.open(manageOf(item));
    const noted = await browser.submit(page, `${manageOf(item)}/note`, { note: 'Short-lived' });
    expect(noted.text).toMatch(
      /<details class="reveal"\s*>\s*<summary>Delete…<\/summary>\s*<form[^>]*delete-comment"/,
    );
    const update = await feedback.published(portal);
    const editor = await browser.open(manage(`/updates/${update.slug}`));
    expect(editor.text).toMatch(
      /<details class="reveal"\s*>\s*<summary>Delete this update…<\/summary>\s*<form/,
    );
  });
});

test('an idea that is hidden can be deleted for good, which leads to the inbox', async () => {
  const item = await feedback.item(portal);
  const open = await browser.open(manageOf(item));
  expect(open.text).not.toContain(`${manageOf(item)}/delete"`);
  const hidden = await browser.submit(open, `${manageOf(item)}/hide`);
  const gone = await browser.submit(hidden, `${manageOf(item)}/delete`);
  expect([new URL(gone.url).pathname, gone.text.includes('The idea is deleted.')]).toEqual([manage(), true]);
  expect((await admin.client.get(`${feedback.pathOf(portal)}/items/${item.id}`)).status).toBe(404);
});

describe('an update', () => {
  test('takes long texts in every script', async () => {
    const body = '潮'.repeat(9_000);
    const fields = { title: 'A long one', body, do: 'save' };
    const saved = await browser.submit(
      await browser.open(manage('/new-update')),
      manage('/new-update'),
      fields,
    );
    expect([saved.status, saved.text.includes(body)]).toEqual([200, true]);
  });

  test('names at most as many ideas as it takes', async () => {
    const fields = { title: 'Many', linked: 'x '.repeat(5_000), do: 'save' };
    const sent = await browser.submit(
      await browser.open(manage('/new-update')),
      manage('/new-update'),
      fields,
    );
    expect([sent.status, sent.text]).toEqual([400, expect.stringContaining('has more than 10 ideas')]);
  });
});

test('a logo that is too large is refused with the size that is not, and one that is no picture for that alone', async () => {
  const page = await browser.open(manage('/settings'));
  const fields = { form_token: valueOf(page.text, 'form_token')!, once: valueOf(page.text, 'once')! };
  const upload = async (bytes: number) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('logo', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'logo.png');
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { accept: 'text/html', cookie };
    const sent = await fetch(`${service.baseUrl}${manage('/logo')}`, { method: 'POST', headers, body: form });
    return [sent.status, await sent.text()];
  };
  const damaged =
    /role="alert"[^>]*>\s*This is not a PNG, JPEG or WebP image, or the file is damaged\. Choose another one\.\s*</;
  expect(await upload(100_000)).toEqual([400, expect.stringMatching(damaged)]);
  expect(await upload(4_400_000)).toEqual([413, expect.stringContaining('up to 4 MB')]);
});

test.each(['__proto__', 'constructor', 'toString'])(
  'an address that ends in done=%s says nothing',
  async (done) => {
    const { slug } = await feedback.item(portal);
    for (const path of [`/items/${slug}`, '/settings', '/new-update']) {
      const page = await browser.open(manage(`${path}?done=${done}`));
      expect([path, page.status, page.text.includes('native code')]).toEqual([path, 200, false]);
    }
  },
);

test('what a member is refused is shown on a page of the portal that leads back', async () => {
  for (const [path, status] of [
    ['/items/gone', 404],
    ['/updates/gone', 404],
    ['?cursor=stale', 400],
  ] as const) {
    const page = await browser.open(manage(path));
    expect([path, page.status]).toEqual([path, status]);
    expect(page.text).toMatch(new RegExp(`href="${manage()}"[^>]*>Back to the inbox<`));
    expect(page.text).not.toMatch(/meta\.nextCursor|expectedUpdatedAt/);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
  }
});

test('a board is moved by one place with its buttons, and what was typed is saved with it', async () => {
  const boards = ['Ideas', 'Bugs', 'Praise'].map((name) => ({ name }));
  const own = await feedback.portal({ boards });
  const path = `/portals/${own.slug}/manage/settings`;
  const read = async (): Promise<Portal> => (await admin.client.get(feedback.pathOf(own))).json.data;
  const orderAfter = async (button: 'up' | 'down', index: number, fields: object = {}) => {
    const { boards: before } = await read();
    const page = await browser.open(path);
    const send = { [button]: before[index]!.id, ...fields };
    const saved = await browser.submit(page, path.replace('/settings', '/boards'), send);
    expect(new URL(saved.url).hash).toBe('#boards-part');
    return (await read()).boards.map(({ name }) => name);
  };
  expect(await orderAfter('up', 2)).toEqual(['Ideas', 'Praise', 'Bugs']);
  expect(await orderAfter('down', 0)).toEqual(['Praise', 'Ideas', 'Bugs']);
  const typed = { 'board:new:name': 'Questions' };
  expect(await orderAfter('down', 2, typed)).toEqual(['Praise', 'Ideas', 'Bugs', 'Questions']);
  const { text } = await browser.open(path);
  // What Enter does in a field: the form's first button moves nothing.
  expect(/action="[^"]*\/boards"[^]*?<button([^>]*)>/.exec(text)![1]).toBe(' type="submit" hidden');
});

test.each([
  ['an update', 'at', '/updates/later', { do: 'schedule', at: '2020-01-01T09:00' }],
  ['an update', 'title', '/updates/later', { do: 'save', title: ' ' }],
  ['an update', 'find', '/updates/later', { do: 'save', title: 'Later', linked: 'no-such-idea' }],
  ['an idea', 'into', '/items/dark-mode/merge', { into: 'no-such-idea' }],
  ['an idea', 'tags', '/items/dark-mode/save', { status: 'planned', tags: 'x'.repeat(300) }],
])('a form of %s that is refused for its field %s says so there', async (_, name, path, fields) => {
  const own = await feedback.portal();
  await feedback.update(own, { title: 'Later' });
  await feedback.item(own, { title: 'Dark mode' });
  const action = `/portals/${own.slug}/manage${path}`;
  const page = await browser.open(action.replace(/(dark-mode|later)\/\w+$/, '$1'));
  const { text, status } = await browser.submit(page, action, fields);
  expect(status).toBe(400);
  const field = new RegExp(`<(?:input|textarea)[^>]*name="${name}"[^>]*>`).exec(text)![0];
  expect(field).toMatch(/aria-describedby="\S+-problem[ "].*aria-invalid="true" autofocus/s);
  const id = /aria-describedby="(\S+-problem)/.exec(field)![1]!;
  expect(text).toContain(`<p class="wrong" id="${id}">`);
});

test('the account page leads members to the portals that they manage, and guests to none', async () => {
  expect((await browser.open('/account')).text).toContain(`href="${manage()}"`);
  const guest = await signedIn(service, workspace, await workspace.person('guest'));
  expect((await guest.open('/account')).text).not.toContain('/manage"');
});
