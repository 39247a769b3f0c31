import { allOperations } from '../../shared/surface/registry.ts';
import { expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';

const DOCS = '/docs';
const base = () => sharedService().baseUrl;
const get = (path: string, headers: Record<string, string> = {}) => fetch(base() + path, { headers });

test('the AI catalog leads to the card of the MCP server, without a credential', async () => {
  const catalog = await get('/.well-known/ai-catalog.json');
  expect(catalog.headers.get('content-type')).toBe('application/ai-catalog+json');
  expect(await catalog.json()).toEqual({
    specVersion: '1.0',
    host: { displayName: 'Plotline', identifier: '127.0.0.1', documentationUrl: `${base()}/docs` },
    entries: [
      {
        identifier: 'urn:air:127.0.0.1:mcp:plotline',
        type: 'application/mcp-server-card+json',
        url: `${base()}/mcp/server-card`,
        description: 'Project planning: stories, sprints, objectives and feedback from customers.',
        version: '1.0.0',
      },
    ],
  });
  const card = await get('/mcp/server-card');
  expect(card.status).toBe(200);
  expect(card.headers.get('content-type')).toBe('application/mcp-server-card+json');
  expect(card.headers.get('access-control-allow-origin')).toBe('*');
  const described = (await card.json()) as Record<string, unknown>;
  expect(described).toMatchObject({
    name: 'localhost/plotline',
    version: '1.0.0',
    title: 'Plotline',
    remotes: [
      {
        type: 'streamable-http',
        url: `${base()}/mcp`,
        supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      },
    ],
  });
  expect(described).not.toHaveProperty('tools');
});

test('the API catalog leads to documents that exist', async () => {
  const answer = await get('/.well-known/api-catalog');
  expect(answer.headers.get('content-type')).toMatch(/^application\/linkset\+json/);
  const { linkset } = (await answer.json()) as { linkset: Record<string, string | { href: string }[]>[] };
  const links = linkset.flatMap(({ anchor: _, item: _item, ...relations }) =>
    Object.values(relations).flatMap((targets) => (targets as { href: string }[]).map(({ href }) => href)),
  );
  expect(links).toContain(`${base()}/openapi.json`);
  for (const href of links) expect((await fetch(href)).status, href).toBe(200);
  const head = await fetch(`${base()}/.well-known/api-catalog`, { method: 'HEAD' });
  expect(head.headers.get('link')).toBe(`<${base()}/api/v1>; rel="item", <${base()}/mcp>; rel="item"`);
});

test('security.txt names the contact, and expires within a year', async () => {
  const answer = await get('/.well-known/security.txt');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  );
  expect(fields.get('Contact')).toBe('mailto:security@127.0.0.1');
  expect(fields.get('Canonical')).toBe(`${base()}/.well-known/security.txt`);
  const daysLeft = (Date.parse(fields.get('Expires')!) - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(178);
  expect(daysLeft).toBeLessThan(366);
});

test('a document that has not changed is not sent again', async () => {
  const { headers } = await get('/mcp/server-card');
  const etag = headers.get('etag')!;
  for (const known of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
    const again = await get('/mcp/server-card', { 'if-none-match': known });
    expect([again.status, await again.text()], known).toEqual([304, '']);
  }
});

test('llms.txt lists pages that can be read as Markdown', async () => {
  const answer = await get('/llms.txt');
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  const text = await answer.text();
  expect(text).toMatch(/^# Plotline\n\n> /);
  const links = [...text.matchAll(/^- \[(.+?)\]\((\S+)\): (.+)$/gm)];
  const titles = links.map(([, title]) => title);
  expect(titles).toEqual(expect.arrayContaining(['Errors', 'AI clients (MCP)', 'Stories', 'Webhooks']));
  for (const [, title, href] of links) {
    const page = await fetch(href!);
    expect(page.headers.get('content-type'), href).toBe('text/markdown; charset=utf-8');
    expect(await page.text()).toMatch(new RegExp(`^# ${title!.replaceAll(/[()]/g, '\\$&')}\n`));
  }
});

test('llms-full.txt has all guides and operations, in less than a megabyte', async () => {
  expect(await (await get('/llms.txt')).text()).toContain(`(${base()}/llms-full.txt)`);
  const answer = await get('/llms-full.txt');
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  const text = await answer.text();
  expect(text.length).toBeLessThan(1_000_000);
  const headings = [...text.matchAll(/^#{1,2} (.+)$/gm)].map(([, title]) => title);
  expect(headings).toEqual(expect.arrayContaining(['Errors', 'Writes and retries', 'Stories']));
  for (const { id, summary } of allOperations) {
    expect(headings).toContain(summary);
    expect(text).toContain(`- Operation: \`${id}\``);
  }
  expect(text).toContain('`title` required string');
  expect(text).not.toMatch(/^#+ Response \d/m);
  const head = text.split('# TypeScript client')[0]!;
  expect(head).toMatch(/^# Plotline\n\n> /);
  for (const part of [`${base()}/api/v1`, `${base()}/account`, '## Begin', 'curl '])
    expect(head).toContain(part);
  expect((await get(`${DOCS}/llms-full`)).status).toBe(404);
});

test('a Markdown page that is not there says where all are', async () => {
  for (const path of ['nope.md', 'stories/nope.md']) {
    const answer = await get(`${DOCS}/${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'text/markdown; charset=utf-8',
    ]);
    expect(await answer.text()).toBe(`There is no such page. [All pages](${base()}/llms.txt)\n`);
  }
});

test('a page as Markdown has its text and examples, and no markup', async () => {
  const errors = await (await get(`${DOCS}/errors.md`)).text();
  expect(errors).toContain('`version_conflict`');
  expect(errors).toContain('"code": "invalid_request"');
  const stories = await (await get(`${DOCS}/stories.md`)).text();
  expect(stories).toContain(`[Create a story](${base()}${DOCS}/stories/createStory.md)`);
  const story = await (await get(`${DOCS}/stories/createStory.md`)).text();
  expect(story).toContain(`curl "${base()}/api/v1/workspaces/$WORKSPACE/stories"`);
  expect(story).toContain('await plotline.createStory({');
  for (const text of [errors, stories, story]) expect(text).not.toMatch(/\[#\]|^#.* $/m);
  for (const text of [errors, stories, story])
    expect(text.replaceAll(/```.*?```/gs, '')).not.toMatch(/<(div|span|dl|a) /);
  const first = await get(`${DOCS}.md`);
  expect(first.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await first.text()).toContain(`](${base()}${DOCS}/errors.md)`);
  const asked = await get('/docs/errors', { accept: 'text/markdown' });
  expect(await asked.text()).toBe(errors);
  expect((await get('/docs', { accept: 'text/markdown' })).headers.get('content-type')).toMatch(
    /^text\/markdown/,
  );
  expect((await get(`${DOCS}/nothing.md`, { accept: 'text/markdown' })).status).toBe(404);
});
