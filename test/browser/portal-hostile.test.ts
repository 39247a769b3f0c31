import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sampled } from '../support/sampling.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person } from '../support/workspace.ts';

/** Each would raise a dialog where it ran. After the kinds of OWASP's cheat sheet on XSS filter evasion. */
const corpus = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '--><script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<SCRIPT SRC=data:text/javascript,alert(1)></SCRIPT>',
  '<script/x>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)"',
  '<img/src=`x`onerror=alert(1)>',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button autofocus>x</button></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<base href="javascript:alert(1)//">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="data:text/css,*{x:expression(alert(1))}">',
  '<style>@import "javascript:alert(1)";</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](vbscript:msgbox(1))',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](x"onerror="alert(1))',
  '![x](https://tracker.example/pixel.png)',
  '[a]: javascript:alert(1)\n\n[a]',
  '`<img src=x onerror=alert(1)>`',
  '```html"><img src=x onerror=alert(1)>\nx\n```',
  '| <img src=x onerror=alert(1)> |\n| --- |\n| x |',
  '${alert(1)} {{constructor.constructor("alert(1)")()}} <%= alert(1) %>',
  'not in \uffff XML \ufffe at&#12; all',
  '\u202egnirts sdrawkcab \u202e<b>',
];

let browser: Browser;
let page: Page;
let admin: Person;
let feedback: Feedback;
const dialogs: string[] = [];
const foreign: string[] = [];

beforeAll(async () => {
  const workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  browser = await startChromium();
  // Without the page's policy, so that what is shown harmless is the markup itself.
  const context = await browser.newContext({ bypassCSP: true });
  page = await context.newPage();
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${sharedService().baseUrl}/`)) foreign.push(request.url());
  });
});
afterAll(() => browser.close());

/** Points at everything on a page, then returns what on it could act. */
const inspection = `(() => {
  const all = [...document.querySelectorAll('*')];
  for (const element of all) {
    for (const kind of ['mouseover', 'focus', 'error', 'load', 'toggle']) element.dispatchEvent(new Event(kind));
  }
  const attributes = all.flatMap((element) => [...element.attributes].map(({ name, value }) => ({ name, value })));
  const count = (selector) => document.querySelectorAll(selector).length;
  return {
    // Data for search engines is no script, and one is the service's own.
    active: count('script:not([type="application/ld+json"], [src^="/assets/page-"]), iframe, object, embed, base, math, video, audio'),
    refreshes: count('meta[http-equiv]'),
    handlers: attributes.filter(({ name }) => name.startsWith('on')),
    styles: attributes.filter(({ name }) => name === 'style'),
    schemes: attributes.filter(
      ({ name, value }) =>
        ['href', 'src', 'action', 'formaction', 'data'].includes(name) &&
        !['/', 'http:', 'https:', '#'].some((start) => value.startsWith(start)),
    ),
    images: [...document.images].map(({ src }) => src).filter((src) => !src.includes('/portal-images/')),
    title: document.title,
    overrides: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.documentElement.outerHTML),
    heading: count('h1'),
    footer: count('footer.foot'),
  };
})()`;

/** Reads a feed as a reader's program would. */
const readFeed = (address: string) => `(async () => {
  const parse = (text, type) => new DOMParser().parseFromString(text, type);
  const feed = parse(await (await fetch(${JSON.stringify(address)})).text(), 'application/xml');
  const content = parse(feed.querySelector('entry > content')?.textContent ?? '', 'text/html');
  return {
    broken: feed.querySelectorAll('parsererror').length,
    title: feed.querySelector('entry > title')?.textContent,
    active: content.querySelectorAll('script, iframe, object, embed, img, style, svg, form').length,
  };
})()`;

/** Holds the page at an address to be inert, after everything on it was pointed at and pressed. */
async function expectInert(path: string): Promise<void> {
  dialogs.length = 0;
  foreign.length = 0;
  const answer = await page.goto(sharedService().baseUrl + path, { waitUntil: 'load' });
  expect(answer?.status()).toBe(200);
  const found = await page.evaluate<{ title: string }>(inspection);
  expect(found).toEqual({
    active: 0,
    refreshes: 0,
    handlers: [],
    styles: [],
    schemes: [],
    images: [],
    title: found.title,
    overrides: false,
    heading: 1,
    footer: 1,
  });
  expect([dialogs, foreign]).toEqual([[], []]);
}

const home = ({ slug }: Portal) => `/portals/${slug}/feedback`;

test.each(sampled('hostile texts', 16, corpus))(
  '%j is inert in each place where it is put',
  async (payload) => {
    const line = payload.replaceAll('\n', ' ').slice(0, 110);
    // No name or title takes what turns the direction of text.
    const name = line.replaceAll('\u202e', '');
    const portal = await feedback.portal({
      name,
      description: payload,
      boards: [{ name, description: line }],
    });
    const item = await feedback.item(portal, {
      title: name,
      description: payload,
      roadmapSummary: line,
      status: 'planned',
    });
    await feedback.comment(portal, item, admin, payload);
    const update = await feedback.published(portal, {
      title: name,
      summary: line,
      body: payload,
      linkedItemIds: [item.id],
    });
    for (const path of ['', '/roadmap', '/updates', `/updates/${update.slug}`, `/items/${item.slug}`]) {
      await expectInert(home(portal) + path);
    }
    await page.goto(sharedService().baseUrl);
    const feed = await page.evaluate(readFeed(`${home(portal)}/updates.atom`));
    expect(feed).toEqual({
      broken: 0,
      title: update.title.replaceAll(/[\u202e\ufffe\uffff]/g, ''),
      active: 0,
    });
  },
);

test('a title that is read from the right does not change what is below it', async () => {
  const portal = await feedback.portal();
  const item = await feedback.item(portal, { title: 'الوضع الداكن' });
  const update = await feedback.published(portal, { title: 'الوضع الداكن', linkedItemIds: [item.id] });
  const directionOf = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).direction`);
  for (const [path, beside] of [
    [`/items/${item.slug}`, '.facts'],
    [`/updates/${update.slug}`, '.date'],
  ] as const) {
    await page.goto(sharedService().baseUrl + home(portal) + path);
    expect([await directionOf('h1'), await directionOf(beside)]).toEqual(['rtl', 'ltr']);
  }
});

test('quotes in quotes stay within a phone', async () => {
  const portal = await feedback.portal();
  await page.setViewportSize({ width: 360, height: 800 });
  for (const description of [`${'> '.repeat(16)}deep`, `${'> '.repeat(60)}deep`, `${'- '.repeat(7)}deep`]) {
    const item = await feedback.item(portal, { description });
    await page.goto(`${sharedService().baseUrl}${home(portal)}/items/${item.slug}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await page.locator('.prose').textContent()).toContain('deep');
  }
});

test('the policy of the pages lets only scripts of the service run', async () => {
  const portal = await feedback.portal();
  const { headers } = await fetch(sharedService().baseUrl + home(portal), {
    headers: { accept: 'text/html' },
  });
  const policy = headers.get('content-security-policy')!;
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'self' 'sha256-[A-Za-z0-9+/=]+'; script-src 'self'; connect-src 'self'; img-src 'self'; /,
  );
  expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
  const context = await browser.newContext();
  try {
    const strict = await context.newPage();
    await strict.goto(sharedService().baseUrl + home(portal));
    await strict.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
      const image = new Image();
      image.setAttribute('onerror', 'globalThis.ran = true');
      image.src = '/nothing';
      document.body.append(image);
    `);
    expect(await strict.evaluate('globalThis.ran')).toBeUndefined();
  } finally {
    await context.close();
  }
});

test('a body of 32 KiB that is made to be slow is shown in time', async () => {
  const portal = await feedback.portal();
  for (const body of ['['.repeat(32_000), '*a _'.repeat(8_000), '> '.repeat(16_000), '<a '.repeat(10_000)]) {
    const update = await feedback.published(portal, { body });
    const answer = await fetch(`${sharedService().baseUrl}${home(portal)}/updates/${update.slug}`, {
      headers: { accept: 'text/html' },
    });
    expect(answer.status, body.slice(0, 10)).toBe(200);
  }
});
