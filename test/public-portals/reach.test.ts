import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let feedback: Feedback;
let portal: Portal;
let home: string;
let idea: string;
let update: string;

beforeAll(async () => {
  const workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal({ name: 'Reef' });
  home = `/portals/${portal.slug}/feedback`;
  const item = await feedback.item(portal, {
    title: 'A </script> theme',
    description: 'It **follows** the device.',
  });
  idea = `${home}/items/${item.slug}`;
  update = `${home}/updates/${(await feedback.published(portal, { title: 'Reef after dark' })).slug}`;
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(sharedService().baseUrl + path, { redirect: 'manual', headers: { ...asBrowser, ...headers } });
const pageOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
const base = () => sharedService().baseUrl;

test('filtered, searched and further pages are not indexed, and name the page without a filter', async () => {
  for (const query of ['?q=theme', '?status=planned', '?sort=newest', `?boardId=${portal.boards[0]!.id}`]) {
    const page = await pageOf(home + query);
    expect(page, query).toContain('<meta name="robots" content="noindex" />');
    expect(page, query).toContain(`<link rel="canonical" href="${base()}${home}" />`);
  }
  expect(await pageOf(`${home}?q=theme`)).toContain('<title>Search: theme · Reef</title>');
  expect(await pageOf(`${home}?tag=mobile`)).toContain('<title>mobile · Reef</title>');
  expect((await get(`${home}?tag=`)).status).toBe(200);
  for (const path of [home, idea, update, `${home}/roadmap`, `${home}/updates`]) {
    const page = await pageOf(path);
    expect(page, path).not.toContain('name="robots"');
    expect(page, path).toContain(`<link rel="canonical" href="${base()}${path}" />`);
  }
});

/** The data of a page for search engines. */
async function dataOf(path: string) {
  const [, text] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await pageOf(path))!;
  return (JSON.parse(text!) as { '@graph': Record<string, unknown>[] })['@graph'];
}

test('ideas and updates describe themselves to search engines, whatever their titles', async () => {
  const [posting, steps] = await dataOf(idea);
  expect(posting).toMatchObject({
    '@type': 'DiscussionForumPosting',
    headline: 'A </script> theme',
    text: 'It follows the device.',
    url: base() + idea,
  });
  expect(steps).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Reef' }, { position: 2 }],
  });
  const [article] = await dataOf(update);
  expect(article).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Reef after dark',
    publisher: { name: 'Reef' },
  });
});

test("a portal's icon is its logo, and one of its own without one", async () => {
  const hrefOf = async (path: string) => /<link rel="icon"[^>]* href="([^"]+)"/.exec(await pageOf(path))![1]!;
  const mark = await get(await hrefOf('/docs'));
  expect([mark.status, mark.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await hrefOf(home)).toBe(`${home}/icon.png`);
  const other = await feedback.portal();
  const { id } = await feedback.image(other);
  await feedback.change(feedback.pathOf(other), other, { logoImageId: id });
  const logo = await get(await hrefOf(`/portals/${other.slug}/feedback`));
  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
  const icon = await get('/favicon.ico');
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  expect([...new Uint8Array(await icon.arrayBuffer())].slice(0, 6)).toEqual([0, 0, 1, 0, 1, 0]);
});

const urlsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);

test('robots.txt leads to every public page and to no private one', async () => {
  const hidden = await feedback.portal({ visibility: 'private' });
  const robots = await pageOf('/robots.txt');
  for (const path of ['/account', '/sign-in', '/connections', '/portals/*/manage']) {
    expect(robots).toContain(`Disallow: ${path}\n`);
  }
  expect(robots).not.toContain('Disallow: /docs');
  expect(robots).not.toContain(hidden.slug);
  expect(robots).toContain(`Sitemap: ${base()}/sitemap.xml\n`);
  expect(robots).toContain(`Sitemap: ${base()}${home}/sitemap.xml\n`);
  const months = urlsIn(await pageOf(`${home}/sitemap.xml`));
  expect(months.length).toBeGreaterThan(0);
  const pages = await Promise.all(months.map(async (url) => urlsIn(await (await fetch(url)).text())));
  expect(pages.flat()).toEqual(
    [home, `${home}/roadmap`, `${home}/updates`, idea, update].map((path) => base() + path),
  );
  for (const month of ['2026-13', '1999-01', 'november', '2026-1']) {
    expect((await get(`${home}/sitemaps/${month}`)).status, month).toBe(404);
  }
  expect((await get(`/portals/${hidden.slug}/feedback/sitemap.xml`)).status).toBe(404);
});

test('the sitemap of the documentation lists pages that exist, each with its Markdown', async () => {
  const urls = urlsIn(await pageOf('/sitemap.xml'));
  expect(urls.length).toBeGreaterThan(100);
  for (const url of [
    urls[0]!,
    `${base()}/docs`,
    `${base()}/docs/errors`,
    `${base()}/docs/stories/createStory`,
  ]) {
    expect(urls).toContain(url);
    const page = await pageOf(new URL(url).pathname);
    expect(page).toContain(`<link rel="canonical" href="${url}" />`);
    expect(page).toMatch(/<meta name="description" content="[^"]{20,180}" \/>/);
    if (url === urls[0]) continue;
    const [, markdown] = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(page)!;
    expect(await pageOf(markdown!), url).toMatch(/^# /);
  }
});
