import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import { readAll } from '../support/answers.ts';
import { createBrowser, signedIn, type Browser, type Shown } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let feedback: Feedback;
let portal: Portal;
let admin: Person;
let browsers: Record<'admin' | 'member', Browser>;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
  browsers = {
    admin: await signedIn(service, workspace, admin),
    member: await signedIn(service, workspace, await workspace.person('member')),
  };
});

const manage = (path = '') => `/portals/${portal.slug}/manage${path}`;
const readPortal = async (): Promise<Portal> =>
  (await admin.client.get(`${workspace.path}/portals/${portal.id}`)).json.data;
/** The page, once it has a text: lists are eventually consistent. */
async function pageWith(path: string, text: string): Promise<Shown> {
  await until(async () => (await browsers.member.open(path)).text.includes(text));
  return await browsers.member.open(path);
}
const readUpdates = (): Promise<FeedbackUpdate[]> =>
  readAll(admin.client, `${workspace.path}/portals/${portal.id}/updates`);

describe('the inbox', () => {
  test('lists new ideas, of which a member sets the status, and what is hidden', async () => {
    const item = await feedback.item(portal, { title: 'Inbox idea' });
    const settled = await feedback.item(portal, { title: 'Settled idea', status: 'planned' });
    const inbox = await pageWith(manage(), 'Inbox idea');
    expect(inbox.text).not.toContain('Settled idea');
    const done = await browsers.member.submit(inbox, manage(`/items/${item.slug}/status`), {
      status: 'reviewing',
    });
    // The idea has left the list of new ones; the page says so where its row was, and can set it back.
    expect([new URL(done.url).pathname, new URL(done.url).hash]).toEqual([manage(), '#done']);
    expect(done.text).toMatch(
      /role="status">\s*<a [^>]*><bdi>Inbox idea<\/bdi><\/a> is now <strong>Under review</,
    );
    expect(await feedback.readItem(item)).toMatchObject({ status: 'reviewing', tags: item.tags });
    // A link that someone else has written makes no such button.
    const forged = await browsers.member.open(
      `${new URL(done.url).pathname}?done=status&item=${item.slug}&was=closed`,
    );
    expect([/id="done"/.test(forged.text), forged.text.includes('Saved.')]).toEqual([false, true]);
    const [, version] = /id="done"[^]*?name="version" value="([^"]+)"/.exec(done.text)!;
    const undo = { version: version!, status: 'pending' };
    await browsers.member.submit(done, manage(`/items/${item.slug}/status`), undo);
    expect(await feedback.readItem(item)).toMatchObject({ status: 'pending' });
    await feedback.change(`${feedback.pathOf(portal)}/items/${settled.id}`, settled, { hidden: true });
    await pageWith(manage('?show=hidden'), 'Settled idea');
  });

  test('lists what visitors wrote on every idea, and no words of the team', async () => {
    const item = await feedback.item(portal, { title: 'Talked about' });
    await feedback.comment(portal, item, { ...admin, id: await feedback.visitor() }, 'Me too, please');
    const comments = `${feedback.pathOf(portal)}/items/${item.id}/comments`;
    await admin.client.post(comments, { content: 'A note of ours', internal: true });
    const { text } = await pageWith(manage('?show=comments'), 'Me too, please');
    expect([text.includes('Talked about'), text.includes('A note of ours')]).toEqual([true, false]);
    // Words find ideas, of which comments are none.
    const hasSearch = async (query: string) =>
      (await browsers.member.open(manage(query))).text.includes('id="q"');
    const lists = ['', '?show=all', '?show=comments', '?show=hidden'];
    expect(await Promise.all(lists.map(hasSearch))).toEqual([true, true, false, true]);
    const page = await browsers.member.open(manage('?show=comments'));
    const hidden = await browsers.member.submit(page, manage(`/items/${item.slug}/hide-comment`));
    expect([new URL(hidden.url).search, hidden.text.includes('The comment is hidden.')]).toEqual([
      '?show=comments&done=hide-comment',
      true,
    ]);
    expect((await feedback.readItem(item)).commentCount).toBe(0);
  });
});

describe('an update', () => {
  test('is previewed without being stored, drafted, published and withdrawn', async () => {
    const written = { title: 'Out now', summary: 'In short.', body: '**Bold** news' };
    const editor = await browsers.member.open(manage('/new-update'));
    const preview = await browsers.member.submit(editor, manage('/new-update'), {
      ...written,
      do: 'preview',
    });
    expect(preview.text).toContain('<strong>Bold</strong> news');
    expect(await readUpdates()).toEqual([]);

    const item = await feedback.item(portal, { title: 'Asked for' });
    const linked = `${service.baseUrl}/portals/${portal.slug}/feedback/items/${item.slug}`;
    const send = { ...written, linked, do: 'save' };
    const draft = await browsers.member.submit(preview, manage('/new-update'), send);
    await browsers.member.submit(preview, manage('/new-update'), send);
    expect(draft.text).toContain('This is a draft.');
    const [stored, ...others] = await readUpdates();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ ...written, linkedItemIds: [item.id], publishedAt: null });

    const path = manage(`/updates/${stored!.slug}`);
    const published = await browsers.member.submit(draft, path, { ...send, summary: '', do: 'publish' });
    expect(published.text).toContain('Published. It is in your changelog now.');
    expect((await readUpdates())[0]).toMatchObject({ summary: null, publishedAt: expect.any(String) });
    const withdrawn = await browsers.member.submit(published, path, { do: 'withdraw' });
    expect(withdrawn.text).toContain('This is a draft.');
    await browsers.member.submit(withdrawn, path, { do: 'delete' });
    expect(await readUpdates()).toEqual([]);
  });

  test('is about ideas that are ticked, which a search finds, without losing what is written', async () => {
    const { member } = browsers;
    const done = await feedback.item(portal, { title: 'Finished tides', status: 'completed' });
    const wanted = await feedback.item(portal, { title: 'Sailing by moonlight' });
    const path = manage('/new-update');
    const boxOf = ({ slug }: { slug: string }) => new RegExp(`name="linked:${slug}"[^>]*>`);
    const editor = await member.open(path);
    expect(editor.text).toMatch(boxOf(done));
    expect(editor.text).not.toMatch(boxOf(wanted));

    const ticked = { title: 'Half written', [`linked:${done.slug}`]: 'yes' };
    const found = await member.submit(editor, path, { ...ticked, do: 'enter', find: 'MOONLIGHT sail' });
    expect(found.text).toContain('value="Half written"');
    expect(boxOf(done).exec(found.text)![0]).toContain('checked');
    expect(boxOf(wanted).exec(found.text)![0]).not.toContain('checked');
    expect(found.text).not.toContain('id="preview"');
    const none = await member.submit(found, path, { do: 'enter', find: 'no such words' });
    expect(none.text).toContain('No other idea has “no such words” in its title.');
    const address = `https://portal.example/items/${wanted.slug}?x=1`;
    expect((await member.submit(none, path, { do: 'find', find: address })).text).toMatch(boxOf(wanted));
    expect(await readUpdates()).toEqual([]);

    // What was searched for is still in its field.
    await member.submit(found, path, { [`linked:${wanted.slug}`]: 'yes', do: 'enter' });
    const [stored] = await readUpdates();
    expect(stored!.title).toBe('Half written');
    expect(new Set(stored!.linkedItemIds)).toEqual(new Set([done.id, wanted.id]));
    const at = manage(`/updates/${stored!.slug}`);
    const again = await member.open(at);
    const fields = { ...Object.fromEntries([[`linked:${done.slug}`, '']]), do: 'save' };
    await member.submit(again, at, fields);
    expect((await readUpdates())[0]!.linkedItemIds).toEqual([wanted.id]);
    await member.submit(await member.open(at), at, { do: 'delete' });
  });

  test('is scheduled for a time in UTC and cancelled', async () => {
    const { slug } = await feedback.update(portal, { title: 'Later' });
    const path = manage(`/updates/${slug}`);
    const send = (page: Shown, fields: Record<string, string>) => browsers.member.submit(page, path, fields);
    const editor = await browsers.member.open(path);
    const refused = await send(editor, { do: 'schedule', at: '2020-01-01T09:00' });
    expect(refused.text).toContain('The time must be in the future.');
    expect(refused.text).toContain('value="Later"');
    expect(refused.text).toContain('value="2020-01-01T09:00"');
    const scheduled = await send(editor, { do: 'schedule', at: '2099-03-01T09:30' });
    expect(scheduled.text).toContain('1 March 2099 at 09:30 UTC');
    expect(await readUpdates()).toMatchObject([
      { publishedAt: null, scheduledFor: '2099-03-01T09:30:00.000Z' },
    ]);
    expect((await browsers.member.open(manage('/updates'))).text).toContain('Scheduled for');
    // What was written since is saved with the time.
    const since = { title: 'Later, and longer', body: 'Written since' };
    const again = await send(scheduled, { do: 'schedule', at: '2099-03-02T09:30', ...since });
    expect(await readUpdates()).toMatchObject([{ ...since, scheduledFor: '2099-03-02T09:30:00.000Z' }]);
    const cancelled = await send(again, {
      do: 'unschedule',
      version: (await readUpdates())[0]!.updatedAt,
    });
    expect(cancelled.text).toContain('It is no longer scheduled.');
    await send(cancelled, { do: 'delete' });
  });

  test('is refused, with what was written, when it names an idea that is none', async () => {
    const editor = await browsers.member.open(manage('/new-update'));
    const fields = { title: 'Kept title', linked: 'no-such-idea', do: 'save' };
    const refused = await browsers.member.submit(editor, manage('/new-update'), fields);
    expect([refused.status, refused.text.includes('value="Kept title"')]).toEqual([400, true]);
    expect(refused.text).toContain('has no-such-idea, which is not an idea of this portal.');
  });
});

describe('the settings', () => {
  test('change name, words, visibility and legal links, which the foot of every page shows', async () => {
    const page = await browsers.admin.open(manage('/settings'));
    const saved = await browsers.admin.submit(page, manage('/settings'), {
      name: 'Renamed',
      description: 'Tell us.',
      visibility: 'public',
      websiteUrl: 'https://www.example.com/',
      privacyUrl: 'https://www.example.com/privacy',
      imprintUrl: 'https://www.example.com/imprint',
      embedOrigins: 'https://a.example.com\nhttps://B.example.com/',
    });
    expect(saved.text).toContain('Your settings are saved.');
    expect(await readPortal()).toMatchObject({
      name: 'Renamed',
      description: 'Tell us.',
      imprintUrl: 'https://www.example.com/imprint',
      embedOrigins: ['https://a.example.com', 'https://b.example.com'],
    });
    const { text } = await createBrowser(service.baseUrl).open(`/portals/${portal.slug}/feedback`);
    for (const [path, name] of [
      ['', 'Renamed'],
      ['privacy', 'Privacy'],
      ['imprint', 'Imprint'],
    ]) {
      expect(text).toMatch(new RegExp(`href="https://www.example.com/${path}"[^>]*>${name}<`));
    }
    const bad = await browsers.admin.submit(saved, manage('/settings'), {
      privacyUrl: 'javascript:alert(1)',
    });
    expect([bad.status, bad.text]).toEqual([400, expect.stringContaining('The privacy policy must be')]);
    const audit = await readAll(admin.client, `${workspace.path}/audit-events`);
    expect(audit.find(({ type }) => type === 'portal.updated')).toMatchObject({ actor: { id: admin.id } });
  });

  test('rename, order, add and remove boards', async () => {
    const [one, other] = (await readPortal()).boards;
    const page = await browsers.admin.open(manage('/settings'));
    const saved = await browsers.admin.submit(page, manage('/boards'), {
      [`board:${one!.id}:name`]: 'Wishes',
      [`board:${other!.id}:name`]: 'Faults',
      'board:new:name': 'Questions',
      up: other!.id,
    });
    const { boards } = await readPortal();
    expect(boards.map(({ id, name }) => [id, name])).toEqual([
      [other!.id, 'Faults'],
      [one!.id, 'Wishes'],
      [expect.any(String), 'Questions'],
    ]);
    const left = await browsers.admin.submit(saved, manage('/boards'), { remove: boards[2]!.id });
    expect((await readPortal()).boards).toHaveLength(2);
    // Without a button, a name that was emptied by mistake removes no board with its ideas.
    const emptied = await browsers.admin.submit(left, manage('/boards'), { [`board:${one!.id}:name`]: '' });
    expect([emptied.status, (await readPortal()).boards.length]).toEqual([400, 2]);
  });

  test('take sites as people paste them, and say at the field which one is none', async () => {
    const page = await browsers.admin.open(manage('/settings'));
    const sites = 'https://WWW.Example.com/\nshop.example.com https://*.example.org http://localhost:3411/';
    const saved = await browsers.admin.submit(page, manage('/settings'), { embedOrigins: sites });
    expect((await readPortal()).embedOrigins).toEqual([
      'https://www.example.com',
      'https://shop.example.com',
      'https://*.example.org',
      'http://localhost:3411',
    ]);
    const refused = await browsers.admin.submit(saved, manage('/settings'), {
      embedOrigins: 'https://a.example.com\nhttps://b.example.com/shop',
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('“https://b.example.com/shop” is not the address of a site.');
    expect(refused.text).toMatch(/<textarea\s+id="embed"[^>]*aria-describedby="embed-problem embed-hint"/);
  });

  test('show the line that opens the portal on the company’s site, and make its secret once', async () => {
    const own = await feedback.portal({ slug: 'embedded-portal', embedOrigins: [], color: '#123456' });
    const path = `/portals/${own.slug}/manage`;
    const page = await browsers.admin.open(`${path}/settings`);
    expect(page.text).toContain('name the site above first');
    const saved = await browsers.admin.submit(page, `${path}/settings`, {
      embedOrigins: 'https://www.example.com',
    });
    expect(saved.text).toContain(
      'assets/widget.js&#34; data-portal=&#34;embedded-portal&#34; data-color=&#34;#123456&#34; defer&#62;',
    );
    const made = await browsers.admin.submit(saved, `${path}/customer-secret`, {});
    const secret = /pcs_[\w-]+/.exec(made.text)![0];
    expect(made.headers.get('cache-control')).toBe('private, no-store');
    const token = await new SignJWT({ email: 'mia@customers.example', name: 'Mia' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('mia')
      .setAudience(own.id)
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime('1 minute')
      .sign(new TextEncoder().encode(secret));
    const signed = await fetch(`${service.baseUrl}/portals/${own.slug}/feedback/customer`, {
      method: 'POST',
      headers: { origin: 'https://www.example.com' },
      body: new URLSearchParams({ token }),
      redirect: 'manual',
    });
    expect([signed.status, signed.headers.has('set-cookie')]).toEqual([303, true]);
    const again = await browsers.admin.submit(saved, `${path}/customer-secret`, {});
    expect([/pcs_/.test(again.text), again.text.includes('This form was sent before.')]).toEqual([
      false,
      true,
    ]);
  });

  test('are for admins: a member reads why, and a form of theirs changes nothing', async () => {
    const page = await browsers.member.open(manage('/settings'));
    expect(page.text).toContain('Only admins of your workspace can change these settings.');
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
    const sent = await browsers.member.request('POST', manage('/settings'), {
      form_token: token,
      name: 'Taken over',
      slug: portal.slug,
      color: '#000000',
      visibility: 'private',
    });
    expect([sent.status, (await readPortal()).name]).not.toEqual([200, 'Taken over']);
    expect((await readPortal()).visibility).toBe('public');
  });
});
