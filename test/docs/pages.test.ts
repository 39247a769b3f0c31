import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';
import { errorCodes } from '../../shared/kernel/core/errors.ts';
import { scopes } from '../../shared/kernel/core/scopes.ts';
import { FORMER_SLUGS_MAX } from '../../shared/kernel/slugs/slug.ts';
import { tools } from '../../shared/surface/mcp/tools.ts';
import { eventKinds } from '../../shared/events/webhooks/webhook.ts';
import { sharedService } from '../support/service.ts';
import { blocksOf, crawl, idsOf, linksOf, textOf, type ReadPage } from './docs-pages.ts';

let pages: ReadPage[];
const page = (path: string) => pages.find((one) => one.path === path)!.html;
/** The markup of the part of a page with an id. */
const sectionOf = (path: string, id: string): string =>
  new RegExp(`<section[^>]* id="${id}"[^>]*>.*?</section>`, 's').exec(page(path))![0];
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(sharedService().baseUrl + path, { headers: { accept: 'text/html', ...headers } });

beforeAll(async () => {
  pages = await crawl();
});

describe('the pages of the documentation', () => {
  test('have every operation and described route once, under its id', () => {
    const described = Object.values(webRegistry)
      .flat()
      .filter((route) => route.described);
    for (const { id, path, method } of [...allOperations, ...described]) {
      const holding = pages.filter(({ html }) => html.includes(`<section class="operation" id="${id}">`));
      expect(
        holding.map((one) => one.path),
        id,
      ).toHaveLength(1);
      const [, section] = holding[0]!.html.split(`<section class="operation" id="${id}">`);
      expect(section).toContain(`<code>${path}</code>`);
      expect(section).toContain(`>${method}</span>`);
    }
  });

  test('explain every error code, scope, kind of event and tool', () => {
    for (const code of Object.keys(errorCodes)) expect(idsOf(page('/docs/errors'))).toContain(code);
    for (const scope of Object.keys(scopes)) {
      expect(page('/docs/authentication')).toContain(`<code>${scope}</code>`);
    }
    for (const kind of [...eventKinds, 'webhook.test']) {
      expect(page('/docs/webhook-events')).toContain(`<code>${kind}</code>`);
    }
    for (const { name } of tools) expect(page('/docs/ai-clients')).toContain(`<code>${name}</code>`);
  });

  test('describe what may change where people who see only the service find it', async () => {
    expect(page('/docs')).toContain('href="/docs/compatibility"');
    const { info } = (await (await get('/openapi.json')).json()) as { info: { description: string } };
    expect(info.description).toContain('/docs/compatibility');
    for (const word of ['Deprecation', 'Sunset', 'twelve months', 'Ignore fields']) {
      expect(page('/docs/compatibility')).toContain(word);
    }
    expect(sectionOf('/docs/lists', 'reading-changes')).toContain('archived=include');
  });

  test('link to each object, also to those that are folded', () => {
    const stories = page('/docs/stories');
    const names = [...stories.matchAll(/<section class="object" id="(\w+)"/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(linksOf(stories.split('<main')[1]!)).toContain(`#${name}`);
    const folded = [...stories.matchAll(/<\/details>\s*<a class="anchor" href="#(\w+)"/g)];
    expect(folded.length).toBeGreaterThan(5);
  });

  test('list the parameters of pages for a public read only where it comes in pages', () => {
    const queryOf = (id: string) =>
      Object.keys(allOperations.find((one) => one.id === id)!.input.query.shape);
    expect(queryOf('getPublicFeedbackUpdate')).toEqual([]);
    expect(queryOf('listPublicFeedbackUpdates')).toEqual(['limit', 'cursor']);
    const textOn = (tag: string, id: string) => sectionOf(`/docs/${tag}/${id}`, id).split('<aside')[0]!;
    const portal = textOn('public-portals', 'getPublicFeedbackPortal');
    expect(textOf(portal)).toContain('meta.nextCursor of the previous page');
    expect(textOn('public-portals', 'getPublicFeedbackUpdate')).not.toMatch(/cursor/i);
    expect(sectionOf('/docs/public-portals', 'PublicPortal')).toContain(
      'The workspace that the portal belongs',
    );
    for (const id of ['updatePortal', 'updateFeedbackUpdate']) {
      expect(textOn('feedback-portals', id)).toContain(`last ${FORMER_SLUGS_MAX} former slugs`);
    }
  });

  test('say behind its name that a field is required, and show the fields of a response open', () => {
    const text = sectionOf('/docs/stories/createStory', 'createStory').replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/<code>teamId<\/code> <span class="must">required<\/span> <span class="type">/);
    expect(text).toContain('<details open> <summary>Fields of Story</summary>');
    expect(text.match(/<details open>/g)).toHaveLength(1);
  });

  test("show the tables of a guide's file as terms with their values", () => {
    const entries = sectionOf('/docs/limits', 'other-limits').replaceAll(/\s+/g, ' ');
    expect(entries).toContain(
      '<dt><span>Former slugs that redirect</span> <strong class="type">20</strong></dt> <dd>oldest: 404</dd>',
    );
  });

  test('offer themselves as Markdown, which does not have that link', async () => {
    for (const { path, html } of pages.filter((one) => one.path.startsWith('/docs')))
      expect(linksOf(html), path).toContain(`${path}.md`);
    const operation = '/docs/stories/createStory';
    const text = await (await get(`${operation}.md`)).text();
    expect(text.trimStart()).toMatch(/^# /);
  });

  test('have the address of the service in examples, and no placeholder', () => {
    expect(page('/docs')).toContain(`${sharedService().baseUrl}/api/v1/me`);
    for (const { path, html } of pages) {
      // A program of the client's returns it.
      const text =
        path === '/docs/client'
          ? html.replace('=&gt;</span> <span class="h-literal">undefined</span>', '')
          : html;
      // Rules have placeholders of their own.
      expect(text, path).not.toMatch(/\{\{(?!(story|event|actor|assignee)\.)|undefined|\[object/);
    }
  });
});

describe('the markup of a page', () => {
  test('has one title and one main heading on each page, and no id twice', () => {
    const titles = pages.map(({ html }) => /<title>(.*?)<\/title>/.exec(html)![1]);
    expect(new Set(titles).size).toBe(pages.length);
    for (const { path, html } of pages) {
      expect(html.match(/<h1[ >]/g), path).toHaveLength(1);
      const ids = idsOf(html);
      expect(ids, path).toEqual([...new Set(ids)]);
    }
  });

  test('has no script but that of the documentation, no style of its own, and nothing from elsewhere', () => {
    for (const { path, html } of pages) {
      const own = html.includes('class="try"') ? ['docs', 'try-it'] : ['docs'];
      const scripts = html.match(/<script[^]*?<\/script>/gi) ?? [];
      expect(scripts.toSorted(), path).toEqual(
        own.map((name): unknown =>
          expect.stringMatching(
            new RegExp(`^<script src="/assets/${name}-[0-9a-f]{16}\\.js" defer></script>$`),
          ),
        ),
      );
      const others = html
        .replaceAll(/<script src="[^"]*" defer><\/script>/g, '')
        .replaceAll(/<img\s+src="\/(?:docs\/images\/[a-z0-9-]+\.png|assets\/icon-[\w-]+\.svg)"/g, '');
      expect(others, path).not.toMatch(/<script|<style|<img|<iframe| style=| on[a-z]+="/i);
      const loaded = html
        .match(/<link [^>]*>/g)!
        .filter((link) => !/rel="(?:canonical|alternate)"/.test(link));
      expect(
        loaded.every((link) => link.includes('href="/assets/')),
        path,
      ).toBe(true);
    }
  });

  test('has links that lead somewhere, also those to places on pages', async () => {
    const others = new Set<string>();
    const idsByPath = new Map(pages.map(({ path, html }) => [path, new Set(idsOf(html))]));
    for (const { path, html } of pages) {
      for (const link of linksOf(html)) {
        if (/^https?:/.test(link)) continue;
        const [target, anchor] = link.split('#') as [string, string?];
        const ids = idsByPath.get(target || path);
        if (!ids) others.add(target);
        else if (anchor) expect(ids, `${link} on ${path}`).toContain(anchor);
      }
    }
    for (const other of others) {
      const { status } = await get(other);
      expect({ other, status }).toEqual({ other, status: 200 });
    }
  });

  test('is under 60 KB compressed, stylesheets and all', async () => {
    const [first] = pages;
    const sheets = [...first!.html.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(
      ([, href]) => href!,
    );
    expect(sheets).toHaveLength(2);
    const texts = await Promise.all(sheets.map(async (sheet) => (await get(sheet)).text()));
    const shared = texts.map((text) => gzipSync(text).length).reduce((sum, size) => sum + size, 0);
    for (const { path, html } of pages) {
      expect(gzipSync(html).length + shared, path).toBeLessThan(60 * 1024);
    }
  });
});

describe('the examples on a page', () => {
  test('are a request in three languages, its variables, its response and the errors that it can have', () => {
    const captions = blocksOf(page('/docs/stories/createStory'), 'createStory').map(({ caption }) => caption);
    expect(captions.slice(0, 5)).toEqual([
      'Request with curl',
      'Request with TypeScript',
      'Request with Python',
      'What the request uses',
      'Response 201',
    ]);
    expect(captions.slice(5)).toContain('Response 409');
  });

  test.each([
    ['a shell', '/docs/stories/createStory', 'createStory', '<span class="h-variable">$TOKEN</span>'],
    ['JSON', '/docs/stories/createStory', 'createStory', '<span class="h-attr">&quot;title&quot;</span>'],
    ['TypeScript', '/docs/webhook-events', 'verification', '<span class="h-keyword">import</span> {'],
    ['Python', '/docs/webhook-events', 'verification', '<span class="h-keyword">def</span>'],
    ['HTML', '/docs/portals', 'on-your-own-site', '<span class="h-name">script</span>'],
  ])('have colors for %s, and no kind of word without one', async (_, path, id, marked) => {
    expect(sectionOf(path, id)).toContain(marked);
    const sheet = /<link rel="stylesheet" href="(\/assets\/docs-[^"]*)"/.exec(page(path))![1]!;
    const colors = await (await get(sheet)).text();
    for (const [, kind] of page(path).matchAll(/<span class="(h-[\w-]+)/g))
      expect(colors).toMatch(new RegExp(`\\.${kind}\\b[^}]*color:`));
  });

  test('have no comment behind a command, which zsh would take for more of its arguments', () => {
    for (const { path, html } of pages)
      for (const [, code] of html.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs))
        expect(textOf(code!), path).not.toMatch(/^[^#\n]*\S[ \t]+# /m);
  });

  test('have a script that gives them a button, and may be cached for good', async () => {
    const [, address] = /<script src="([^"]*)"/.exec(page('/docs'))!;
    const { status, headers } = await get(address!);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers.get('cache-control')).toContain('immutable');
  });
});

describe('the responses of the documentation', () => {
  test.each(['/', '/docs', '/docs/stories'])(
    'may be cached and run only our own script: %s',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = headers.get('content-security-policy')!.split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "style-src 'self'",
          "script-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
        ]),
      );
      expect(policy.join()).not.toMatch(/unsafe|https?:|'(?:nonce|sha)/);
      expect(headers.get('cache-control')).toBe('public, no-cache');
      expect(headers.get('vary')).toMatch(/^Accept, Accept-Encoding(?:, Accept-Language, Cookie)?$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test('are 304 for an unchanged page, in either form', async () => {
    for (const encoding of ['gzip', 'identity']) {
      const first = await get('/docs/stories', { 'accept-encoding': encoding });
      const etag = first.headers.get('etag')!;
      const again = await get('/docs/stories', {
        'accept-encoding': encoding,
        'if-none-match': `"x", ${etag}`,
      });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(etag);
      expect(await again.text()).toBe('');
      const other = await get('/docs/stories', { 'if-none-match': '"x"' });
      expect(other.status).toBe(200);
    }
  });

  test('are compressed for clients that accept that, with the same content', async () => {
    const packed = await get('/docs/stories', { 'accept-encoding': 'br, gzip' });
    const plain = await get('/docs/stories', { 'accept-encoding': 'gzip;q=0, identity' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.text()).toBe(await plain.text());
  });

  test.each([
    'nothing',
    'index',
    'home',
    'missing',
    '..%2Fopenapi',
    '%00',
    'stories/nothing',
    'teams/createStory',
  ])('are 404 for /docs/%s: a page for people, the envelope for programs', async (name) => {
    const shown = await get(`/docs/${name}`);
    expect(shown.status).toBe(404);
    expect(await shown.text()).toContain('Page not found');
    const response = await get(`/docs/${name}`, { accept: '*/*' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ data: null, error: { code: 'not_found' } });
  });
});

describe('the home page', () => {
  test.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['text/html;q=0.5, application/json;q=0.4', 'text/html; charset=utf-8'],
    ['text/html;q=0.4, application/json;q=0.5', 'application/json'],
    ['text/html;q=0, */*', 'application/json'],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
  ])('answers Accept: %s with %s', async (accept, type) => {
    const { status, headers } = await get('/', { accept });
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('vary')).toMatch(/^Accept\b/);
  });

  test('links to what programs read next', async () => {
    const { data } = (await (await get('/', { accept: 'application/json' })).json()) as any;
    expect(data.name).toBe('Plotline');
    for (const link of ['documentation', 'openapi']) {
      expect((await fetch(data.links[link])).status, link).toBe(200);
    }
  });
});

test('names of headers, and values that stand for others, are set as code', async () => {
  const page = await (await fetch(`${sharedService().baseUrl}/docs/stories/createStory`)).text();
  expect(page).toContain('with the header <code>Idempotent-Replayed</code>');
  const list = await (await fetch(`${sharedService().baseUrl}/docs/stories/listStories`)).text();
  expect(list).toContain('<code>me</code> for the caller, or <code>none</code> for unassigned stories');
});
