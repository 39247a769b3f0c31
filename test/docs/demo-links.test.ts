import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedService, startService, type OwnService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let service: OwnService;

beforeAll(async () => {
  service = await startService({ variables: { DEMO_PORTAL: 'tidepool', DEMO_BOARD: '/_local/demo' } });
});
afterAll(() => service.stop());

const homeOf = async (baseUrl: string) =>
  (await fetch(`${baseUrl}/`, { headers: { accept: 'text/html' } })).text();

test('the home page links the portal and the board that the environment names, and none otherwise', async () => {
  const early = await homeOf(service.baseUrl);
  expect(early).not.toContain('/portals/tidepool');
  expect(early).toContain('href="/_local/demo"');
  const workspace = await newWorkspace(service);
  const admin = await workspace.person('admin');
  const portal = { name: 'Tidepool', slug: 'tidepool', visibility: 'public' };
  expect((await admin.client.post(`${workspace.path}/portals`, portal)).status).toBe(201);
  const linked = await homeOf(service.baseUrl);
  expect(linked).toContain('href="/portals/tidepool/feedback"');
  expect(linked).toContain('href="/_local/demo"');
  const plain = await homeOf(sharedService().baseUrl);
  expect(plain).toContain('<h1>');
  expect(plain).not.toMatch(/href="[^"]*demo/);
});

test('the home page is in the language of its reader or its address, and links the others', async () => {
  const inLanguage = async (path: string, language: string) => {
    const headers = { accept: 'text/html', 'accept-language': language };
    const response = await fetch(`${sharedService().baseUrl}${path}`, { headers });
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding, Accept-Language, Cookie');
    return await response.text();
  };
  const german = await inLanguage('/', 'de-DE,de;q=0.9');
  expect(german).toContain('<html lang="de" dir="ltr">');
  expect(german).toContain('Arbeit planen und wissen, wann sie fertig ist');
  expect(await inLanguage('/?language=ar', 'de')).toContain('<html lang="ar" dir="rtl">');
  expect(await inLanguage('/?language=xx', 'nl')).toContain('<html lang="en"');
  for (const language of ['en', 'de', 'fr', 'es', 'ja', 'ar'])
    expect(german).toMatch(new RegExp(`hreflang="${language}" href="http[^"]*/\\?language=${language}"`));
});

test('link previews have a picture, home screens an icon, and browsers a manifest', async () => {
  const { baseUrl } = sharedService();
  for (const page of ['/', '/docs']) {
    const html = await (await fetch(baseUrl + page, { headers: { accept: 'text/html' } })).text();
    const [, picture] = /property="og:image" content="([^"]+)"/.exec(html)!;
    const [, manifest] = /rel="manifest" href="([^"]+)"/.exec(html)!;
    expect((await fetch(picture!)).headers.get('content-type')).toBe('image/png');
    const { icons } = (await (await fetch(baseUrl + manifest!)).json()) as { icons: { src: string }[] };
    for (const { src } of icons) {
      const icon = await fetch(baseUrl + src);
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  }
});
