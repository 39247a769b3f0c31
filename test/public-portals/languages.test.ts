import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { createBrowser, signedIn } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person } from '../support/workspace.ts';

let admin: Person;
let feedback: Feedback;
let portal: Portal;
let home: string;

beforeAll(async () => {
  const workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal({ name: 'Watt', language: 'de' });
  home = `/portals/${portal.slug}/feedback`;
  await feedback.item(portal, { title: 'Nachtmodus' });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(sharedService().baseUrl + path, { redirect: 'manual', headers: { ...asBrowser, ...headers } });
const pageOf = async (headers: Record<string, string> = {}, path = home) => (await get(path, headers)).text();

test("a page is in the reader's language, or in that of the portal", async () => {
  const expected = [
    [{}, 'de', 'Idee vorschlagen'],
    [{ 'accept-language': 'it' }, 'de', 'Idee vorschlagen'],
    [{ 'accept-language': 'fr-CH, en;q=0.5' }, 'fr', 'Proposer une idée'],
    [{ 'accept-language': 'en-US,en;q=0.9' }, 'en', 'Suggest an idea'],
    [{ 'accept-language': 'ja' }, 'ja', 'アイデアを投稿'],
  ] as const;
  for (const [headers, language, words] of expected) {
    const page = await pageOf(headers);
    expect(page).toContain(`<html lang="${language}" dir="ltr">`);
    expect(page).toContain(words);
  }
  const arabic = await pageOf({ 'accept-language': 'ar-EG' });
  expect(arabic).toContain('<html lang="ar" dir="rtl">');
  expect(arabic).toContain('اقترح فكرة');
  const vary = (await get(home)).headers.get('vary');
  expect(vary).toContain('Accept-Language');
});

async function choose(fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${sharedService().baseUrl}${home}/language`, {
    method: 'POST',
    redirect: 'manual',
    body,
  });
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]!);
  return { status: answer.status, location: answer.headers.get('location'), cookie };
}

test('a reader chooses a language, stays on the page, and gets it from then on', async () => {
  const next = `${home}?status=planned`;
  const chosen = await choose({ language: 'es', next });
  expect(chosen).toEqual({ status: 303, location: next, cookie: ['__Host-language=es'] });
  const page = await pageOf({ 'accept-language': 'fr', cookie: chosen.cookie[0]! });
  expect(page).toContain('<html lang="es" dir="ltr">');
  expect(page).toMatch(/value="es"\s+lang="es"\s+aria-current="true"/);
  expect(await choose({ language: 'xx', next: 'https://elsewhere.example/' })).toEqual({
    status: 303,
    location: home,
    cookie: [],
  });
  expect((await choose({ language: 'de', next: '/account' })).location).toBe(home);
});

test('a reader chooses a language also within the widget, where browsers keep partitioned cookies only', async () => {
  const cookiesIn = async (headers: Record<string, string>) => {
    const body = new URLSearchParams({ language: 'es' });
    const sent = { method: 'POST', redirect: 'manual', headers, body } as const;
    return (await fetch(`${sharedService().baseUrl}${home}/language`, sent)).headers.getSetCookie();
  };
  expect(await cookiesIn({ 'sec-fetch-dest': 'iframe' })).toEqual([
    expect.stringMatching(/^__Host-language=es; .*SameSite=None; Partitioned$/),
  ]);
  expect(await cookiesIn({ 'sec-fetch-dest': 'document' })).toEqual([
    expect.stringMatching(/^__Host-language=es; .*SameSite=Lax$/),
  ]);
});

test('errors look like the portal, and speak plainly in the language of the reader', async () => {
  const pages = [
    [`${home}?status=bogus`, 400, 'Diesen Filter kennen wir nicht'],
    [`${home}?cursor=stale`, 400, 'Diesen Filter kennen wir nicht'],
    [`${home}/items/nothing`, 404, 'Seite nicht gefunden'],
    [`${home}/nothing/at/all`, 404, 'Seite nicht gefunden'],
  ] as const;
  for (const [path, status, title] of pages) {
    const answer = await get(path);
    const page = await answer.text();
    expect(answer.status, path).toBe(status);
    expect(page, path).toContain(`<h1>${title}</h1>`);
    expect(page, path).toContain('<bdi>Watt</bdi>');
    expect(page, path).toContain(`href="${home}">Alle Ideen ansehen</a>`);
    expect(page, path).not.toContain('Query parameter');
  }
  const refused = await fetch(`${sharedService().baseUrl}${home}/items/nachtmodus/vote`, {
    method: 'POST',
    headers: { ...asBrowser, cookie: '__Host-session=invented' },
    body: new URLSearchParams({ vote: 'give' }),
    redirect: 'manual',
  });
  expect(refused.status).toBeLessThan(500);
});

test('forms, their problems, and what is said after an act are in the language of the reader', async () => {
  const elsewhere = await newWorkspace();
  const email = `${randomUUID()}@example.com`;
  const fields = { workspaceId: elsewhere.id, name: email, email, role: 'guest' as const };
  const visitor = await signedIn(sharedService(), elsewhere, await elsewhere.operator.addMember(fields));
  await visitor.request('POST', `${home}/language`, { language: 'de' });
  const { slug } = await feedback.item(portal);
  const at = `${home}/items/${slug}`;
  const say = async (sent: Record<string, string>) =>
    visitor.submit(await visitor.open(at), `${at}/comments`, sent);
  expect((await say({ content: 'Hallo', name: '' })).text).toContain('Geben Sie Ihren Namen ein.');
  expect((await say({ content: 'Hallo', name: '✔ Max' })).text).toContain('ohne „Team“ und Häkchen');
  const shown = await say({ content: 'Hallo', name: 'Max Muster' });
  const words = [
    'Ihr Kommentar ist veröffentlicht.',
    'Max Muster antworten',
    'Herz: 0',
    'Sie folgen',
    'Abbrechen',
  ];
  const replying = await visitor.open(/href="([^"]*reply=[^"]*)"/.exec(shown.text)![1]!);
  for (const word of words) expect(shown.text + replying.text).toContain(word);
  const own = /href="([^"]*\/comments\/[^"]*)"/.exec(shown.text)![1]!;
  const form = await visitor.open(own);
  expect(form.text).toContain('Endgültig löschen');
  expect((await visitor.submit(form, own, { content: ' ' })).text).toContain('1 bis 4.000 Zeichen');
  expect((await visitor.submit(form, `${own}/delete`)).text).toContain('Ihr Kommentar ist gelöscht.');
  const followed = await visitor.submit(shown, `${at}/follow`, { follow: 'yes' });
  expect(followed.text).toContain('Sie erhalten eine E-Mail');
  expect((await visitor.open(`${home}/mine`)).text).toContain('<h1>Meine Ideen</h1>');

  const idea = { title: 'Ein Wunsch', boardId: portal.boards[0]!.id, after: 'send' };
  const posted = await visitor.submit(await visitor.open(`${home}/new`), `${home}/new`, idea);
  const edit = /href="([^"]*\/edit)"/.exec(posted.text)![1]!;
  const [first, second] = [await visitor.open(edit), await visitor.open(edit)];
  expect((await visitor.submit(first, edit, { title: ' ' })).text).toContain('mit 1 bis 200 Zeichen');
  const saved = await visitor.submit(first, edit, { title: 'Ein besserer Wunsch' });
  expect(saved.text).toContain('Ihre Idee ist gespeichert.');
  expect((await visitor.submit(second, edit)).text).toContain('wurde inzwischen geändert');
  const { data } = (await admin.client.get(`${feedback.pathOf(portal)}/items`)).json;
  const item = data.find((one: FeedbackItem) => edit.endsWith(`/${one.slug}/edit`));
  await feedback.comment(portal, item, admin, 'Ich auch.');
  const refused = await visitor.submit(first, edit.replace(/edit$/, 'delete'));
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Andere haben abgestimmt')]);
});

test('signing in speaks as the portal does, and English where no portal leads to it', async () => {
  const browser = createBrowser(sharedService().baseUrl);
  const shown = await browser.open(`/sign-in?${new URLSearchParams({ next: home }).toString()}`);
  expect(shown.text).toContain('<html lang="de"');
  expect(shown.text).toContain('Code senden');
  const send = (email: string) => browser.submit(shown, '/sign-in', { way: 'code', email });
  expect((await send('nobody')).text).toContain('Geben Sie eine gültige E-Mail-Adresse ein.');
  const page = await send(`${randomUUID()}@example.com`);
  expect(page.text).toContain('<h1>Code eingeben</h1>');
  expect((await browser.submit(page, '/sign-in/code', { code: '?' })).text).toContain(
    'die Ziffern des Codes',
  );
  const wrong = await browser.submit(page, '/sign-in/code', { code: '000000' });
  expect(wrong.text).toMatch(/Dieser Code stimmt nicht. Noch \d+ Versuch/);
  expect((await browser.open('/sign-in')).text).toContain('<html lang="en"');
});
