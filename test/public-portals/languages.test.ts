import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portals/portal.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let feedback: Feedback;
let portal: Portal;
let home: string;

beforeAll(async () => {
  const workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
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
