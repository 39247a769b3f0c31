import { expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { idsOf, textOf } from './docs-pages.ts';

const { baseUrl } = sharedService();

test('the changelog is a JSON feed at a stable address, an item for each entry, which its page links', async () => {
  const answer = await fetch(`${baseUrl}/docs/changelog.json`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/feed+json']);
  const feed = (await answer.json()) as any;
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    home_page_url: `${baseUrl}/docs/changelog`,
    feed_url: `${baseUrl}/docs/changelog.json`,
    authors: [{ name: 'Plotline' }],
  });
  const page = await (await fetch(feed.home_page_url, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('type="application/feed+json"');
  expect(page).toContain('href="/docs/changelog.json"');
  expect(feed.items.length).toBeGreaterThan(50);
  expect(new Set(feed.items.map(({ id }: { id: string }) => id)).size).toBe(feed.items.length);
  expect(new Set(feed.items.map(({ url }: { url: string }) => url)).size).toBe(feed.items.length);
  const titles = feed.items.map(({ title }: { title: string }) => title) as string[];
  expect(titles.find((title) => title.includes('Filters take'))).toContain('OR, AND, NOT');
  expect(page).toContain('<a href="/docs/changelog.json">');
  const dates = feed.items.map(({ date_published: date }: any) => date) as string[];
  expect(dates).toEqual(dates.toSorted().reverse());
  // Entries of a day have an order too.
  expect(new Set(dates).size).toBe(dates.length);
  expect(new Set(dates.map((date) => date.slice(0, 10))).size).toBeGreaterThan(4);
  expect(idsOf(page)).toContain('27-november-2026');
  for (const { url, title, content_html: html, tags } of feed.items) {
    expect(title).toMatch(/^(New|Changed|Removed|Action needed): \S.+[^.]$/);
    expect(title).toMatch(new RegExp(`^${tags[0]}: `));
    const [path, anchor] = url.split('#');
    expect(path).toBe(feed.home_page_url);
    expect(page, anchor).toMatch(
      new RegExp(
        `id="${anchor}" class="\\w+ ${tags[1].toLowerCase()}"><span class="asks">${tags[0]}</span> <strong>`,
      ),
    );
    expect(title.length).toBeLessThanOrEqual(115);
    expect(title).not.toMatch(/[`[\]]/);
    expect(html).not.toMatch(/\.md"|class="anchor"|href="\//);
    const [, shown = ''] = new RegExp(`id="${anchor}"(.*?)</li>`, 's').exec(page)!;
    expect(html.split('<a ').length, title).toBe(shown.split('<a ').length - 1);
  }
  const { etag } = Object.fromEntries(answer.headers);
  const again = await fetch(`${baseUrl}/docs/changelog.json`, { headers: { 'if-none-match': etag! } });
  expect(again.status).toBe(304);
});

test('what an entry of the changelog asks of its reader is in its Markdown, and those that ask nothing can be hidden', async () => {
  const markdown = await (
    await fetch(`${baseUrl}/docs/changelog`, { headers: { accept: 'text/markdown' } })
  ).text();
  const entries = markdown.match(/^- .*/gm)!;
  expect(entries.length).toBeGreaterThan(50);
  for (const entry of entries) expect(entry).toMatch(/^- +(New|Changed|Removed|Action needed): \*\*/);
});

test('the address of the changelog says what of it is shown, without script', async () => {
  const read = async (query: string) => {
    const answer = await fetch(`${baseUrl}/docs/changelog${query}`, { headers: { accept: 'text/html' } });
    const page = await answer.text();
    const current = [...page.matchAll(/href="([^"]*)" aria-current="true"/g)].map(([, href]) =>
      textOf(href!),
    );
    const entries = [...page.matchAll(/<li id="entry-\w+" class="(\w+) (\w+)"/g)];
    return {
      page,
      current,
      marks: new Set(entries.map(([, mark]) => mark)),
      readers: new Set(entries.map(([, , reader]) => reader)),
    };
  };
  const all = await read('');
  expect(all.marks).toEqual(new Set(['new', 'changed', 'removed', 'action']));
  expect(all.readers).toEqual(new Set(['api', 'pages', 'operators']));
  expect(await read('?show=everything&for=nobody')).toEqual(all);
  for (const link of ['?show=changes', '?for=api', '?for=pages', '?for=operators'])
    expect(all.page).toContain(`href="/docs/changelog${link}"`);
  const { page, current, marks, readers } = await read('?show=changes&for=api');
  expect(new Set(current)).toEqual(new Set(['/docs/changelog?show=changes&for=api']));
  expect(marks).toEqual(new Set(['changed', 'removed']));
  expect(readers).toEqual(new Set(['api']));
  expect(page).not.toMatch(/For operators|<ul>\s*<\/ul>|25 November 2026 <a[^>]*>#<\/a><\/h2>\s*<\/section>/);
});

test('the changelog is an Atom feed, too, with the same entries, which its page names to readers', async () => {
  const answer = await fetch(`${baseUrl}/docs/changelog.atom`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml']);
  const text = await answer.text();
  expect(text).toContain('<author><name>Plotline</name></author>');
  expect(text).toMatch(/<category term="Changed" \/>\s*<category term="Operators" \/>/);
  expect(text).toContain(
    `<link rel="self" type="application/atom+xml" href="${baseUrl}/docs/changelog.atom" />`,
  );
  const json = (await (await fetch(`${baseUrl}/docs/changelog.json`)).json()) as any;
  const entries = [...text.matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry]) =>
    [
      /<title>(.*)<\/title>/,
      /<link rel="alternate" type="text\/html" href="(.*?)"/,
      /<published>(.*)<\/published>/,
      /<content type="html">(.*)<\/content>/,
    ].map((pattern) => textOf(pattern.exec(entry!)![1]!)),
  );
  expect(entries).toEqual(
    json.items.map((item: any) => [item.title, item.url, item.date_published, item.content_html]),
  );
  const page = await (await fetch(`${baseUrl}/docs/changelog`, { headers: { accept: 'text/html' } })).text();
  expect(page).toMatch(
    /<link rel="alternate" type="application\/atom\+xml"[^>]* href="\/docs\/changelog.atom"/,
  );
});

test('the index of the search and other files of the build are not pages', async () => {
  for (const name of ['index.json', 'sitemap.json', 'stories.json'])
    expect((await fetch(`${baseUrl}/docs/${name}`)).status).toBe(404);
});

test('terms have their value behind a colon in Markdown, and names no backslashes', async () => {
  const read = async (path: string) => await (await fetch(`${baseUrl}/${path}`)).text();
  const textOf = (page: string) => read(`docs/${page}.md`);
  const limits = await textOf('limits');
  expect(limits).toContain('- Replies to a comment: 200\n');
  expect(await textOf('errors')).toMatch(/^- .*`not_found`.*: 404 \(.*[^.]\)$/m);
  expect(await textOf('stories/createStory')).toMatch(/^- `teamId` required UUID/m);
  expect((await read('llms-full.txt')).match(/^.*\w\\_\w.*$/gm)).toBeNull();
});

test('the list of all operations has methods and paths, and the home the answer of its first call', async () => {
  const pageAt = async (path: string) => {
    const page = await fetch(`${baseUrl}${path}`, { headers: { accept: 'text/html' } });
    return (await page.text()).replaceAll(/\s+/g, ' ');
  };
  const all = await pageAt('/docs/operations');
  expect(all).toMatch(
    /<span class="verb POST">POST<\/span> <a href="\/docs\/stories\/createStory">.*?<\/a> <code>\/stories<\/code>/,
  );
  const home = await pageAt('/docs');
  const [, begin = ''] = /id="begin"(.*?)<\/section>/.exec(home)!;
  expect(begin).toContain('<figcaption>Response 200</figcaption>');
  expect(begin).toContain('workspaceId');
  const about = [...home.matchAll(/<\/dt> <dd>(.*?)<\/dd>/g)].map(([, text]) => text!);
  expect(about.length).toBeGreaterThan(20);
  expect(about.filter((text) => /^[^A-Z]/.test(text))).toEqual([]);
});

test('blocks of code of a page as Markdown have their language', async () => {
  const page = `${baseUrl}/docs/stories/createStory`;
  const text = await (await fetch(`${page}.md`)).text();
  expect(text.match(/^```\w+$/gm)).toEqual(
    expect.arrayContaining(['```sh', '```ts', '```python', '```json']),
  );
  // Each that is opened with a language is closed without one.
  expect(text.match(/^```$/gm)?.length).toBe(text.match(/^```\w+$/gm)?.length);
});

test('JSON in prose is one piece of code, in HTML and Markdown, and codes of errors link to a place', async () => {
  const read = async (path: string, accept: string) =>
    await (await fetch(`${baseUrl}/docs/${path}`, { headers: { accept } })).text();
  const [tools, toolsPage] = await Promise.all([
    read('ai-clients.md', '*/*'),
    read('ai-clients', 'text/html'),
  ]);
  // What is code of both, without quotes and brackets outside of it.
  const outside = tools.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`]*`/g, '');
  expect(outside.match(/.*[{}].*/g)).toBeNull();
  expect(tools).toMatch(/`\{"teamId":"ENG","title":"Fix login",[^`]*\["Bug"\][^`]*\}`/);
  expect(textOf(toolsPage.replaceAll(/<code>[^]*?<\/code>/g, '')).match(/.*\{".*/g)).toBeNull();
  const [errors, errorsPage] = await Promise.all([read('errors.md', '*/*'), read('errors', 'text/html')]);
  expect(errors).toContain('`Content-Type: application/json`');
  expect(errors).toContain('`takeOver: true`');
  const [, place] = /\[`invalid_request`\]\(\S+\/docs\/errors\.md#(\w+)\)/.exec(errors)!;
  expect(idsOf(errorsPage)).toContain(place);
  expect(errors).not.toContain('](#');
});

test('the types of events are a row for each resource, with a sentence for what is not usual', async () => {
  const page = await (await fetch(`${baseUrl}/docs/${'webhook-events'}.md`)).text();
  const [, list = ''] = /## Event types\n(.*?)\n## /s.exec(page)!;
  const rows = list.match(/^- .*/gm)!;
  expect(rows[0]).toMatch(
    /^- `story.created` `story.updated` `story.deleted` `story.claimed` `story.released`: \[Story\]\(\S+\)\. `story.claimed`: A story was claimed\. `story.released`: /,
  );
  const { components } = (await (await fetch(`${baseUrl}/asyncapi.json`)).json()) as any;
  const listed = rows.flatMap((row) => {
    return [...row.split(': ')[0]!.matchAll(/`(.*?)`/g)].map(([, type]) => type!);
  });
  expect(listed.sort()).toEqual(Object.keys(components.messages).sort());
});
