import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { firstAnswers, questions } from './search-questions.ts';
import { crawl, idsOf, linksOf, textOf, type ReadPage } from './docs-pages.ts';

/** What follows in a link after an address, which can end in a slash; a space if it leads elsewhere. */
const rest = (link: string, address: string): string =>
  link.startsWith(address) ? `${address.endsWith('/') ? '/' : ''}${link.slice(address.length)}` : ' ';

let pages: ReadPage[];
const page = (path: string) => pages.find((one) => one.path === path)!.html;
const get = (path: string) => fetch(sharedService().baseUrl + path, { headers: { accept: 'text/html' } });

beforeAll(async () => {
  pages = await crawl();
});

describe('the search', () => {
  const searched = async (query: string) => {
    const answer = await get(`/docs/find?q=${encodeURIComponent(query)}`);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    const main = /<main[^>]*>(.*)<\/main>/s.exec(html)![1]!;
    const found = /<ol class="found"[^>]*>(.*)<\/ol>/s.exec(main)?.[1] ?? '';
    return { html, main, found: linksOf(found) };
  };

  test('is on every page of the documentation as a form that needs no script', () => {
    for (const { path, html } of pages.filter((one) => one.path.startsWith('/docs')))
      expect(html.match(/<form role="search" action="\/docs\/find">/g), path).toHaveLength(1);
  });

  test.each([
    ['createStory', '/docs/stories/createStory'],
    ['create a story', '/docs/stories/createStory'],
    ['Retry-After', '/docs/limits'],
    ['invalid_cursor', '/docs/errors#codes'],
    ['verifying webhook signatures', '/docs/webhook-events#verification'],
    ['"keep a copy"', '/docs/'],
    ['idempotenc', '/docs/writes'],
  ])('for %s finds %s among the first five', async (query, address) => {
    const { found } = await searched(query);
    expect(found.slice(0, 5).some((link) => link.startsWith(address))).toBe(true);
  });

  test.each(questions)('answers "%s" among the first three', async (question, answers) => {
    const { found } = await searched(question);
    expect(found.slice(0, 3)).toSatisfy((first: string[]) =>
      first.some((link) => answers.some((answer) => link === answer || /^[#/]/.test(rest(link, answer)))),
    );
  });

  test.each(firstAnswers)('answers "%s" first', async (question, answer) => {
    expect((await searched(question)).found[0]).toBe(answer);
  });

  test('says which word it searched for in place of one with a typing error, and marks that', async () => {
    const { main } = await searched('rate limt');
    expect(textOf(main)).toMatch(/\d+ results for rate limit, not for rate limt:/);
    expect(main).toMatch(/<mark>limits?<\/mark>/i);
    expect(main).not.toMatch(/<mark>(?:shows|lists?|pages?)<\/mark>/i);
    for (const meant of ['rate limit', '"rate limt"', 'xyzzyplugh', 'idempotenc'])
      expect(textOf((await searched(meant)).main), meant).not.toContain('not for');
  });

  test.each([
    ['rate limit', '/docs/relations/restoreRelation'],
    ['import from jira', '/docs/feedback-portals/createFeedbackImage'],
  ])('leaves out for %s what shares only a word with it, or hardly has both: %s', async (query, other) => {
    const { found } = await searched(query);
    expect(found.length).toBeGreaterThan(1);
    expect(found.some((link) => link.startsWith(other))).toBe(false);
  });

  test.each([
    ['/docs/webhoks', '/docs/webhooks'],
    ['/docs/createStory', '/docs/stories/createStory'],
    ['/docs/stories/createstory', '/docs/stories/createStory'],
    ['/docs/rate-limits', '/docs/limits#rates'],
  ])('of the words of %s, which does not exist, leads to %s', async (path, meant) => {
    const page = await get(path);
    const [, main] = /<main[^>]*>(.*)<\/main>/s.exec(await page.text())!;
    expect([page.status, linksOf(main!)[0]]).toEqual([404, meant]);
    const markdown = await get(`${path}.md`);
    const [, first] = /\]\((.*?)\)/.exec(await markdown.text())!;
    expect([markdown.status, first]).toEqual([404, sharedService().baseUrl + meant]);
  });

  test('of an address that means nothing leads to the first page, and shows its words as they were written', async () => {
    const html = await (await get('/docs/%3Cxyzzyplugh%3E')).text();
    const [, main] = /<main[^>]*>(.*)<\/main>/s.exec(html)!;
    expect(linksOf(main!)).toEqual(['/docs']);
    expect(html).toContain('value="xyzzyplugh"');
    expect(html).not.toMatch(/<xyzzy|\{\{(?:query|suggestions)/);
  });

  test('lists what changed last', async () => {
    const { found } = await searched('custom fields');
    const changes = found.map((link) => link.startsWith('/docs/changelog'));
    expect(found.length).toBeGreaterThan(5);
    expect(changes.slice(0, 5)).not.toContain(true);
    expect((await searched('25 November 2026')).found[0]).toBe('/docs/changelog#25-november-2026');
  });

  test('shows sentences of an operation, without the types of its fields', async () => {
    const { main } = await searched('timezone');
    const [, excerpt] = /<p>(.*?)<\/p>/s.exec(main.slice(main.indexOf('/docs/schedule/updateWorkingHours')))!;
    expect(textOf(excerpt!)).toMatch(/^timeZone – The IANA name of a time zone, such as Europe\/Berlin\. /);
    expect(textOf(excerpt!)).not.toMatch(/required|string|characters/);
  });

  test('shows what an operation does whose title has the words, before its fields', async () => {
    const { main } = await searched('webhook endpoint');
    const [, excerpt] = /<p>(.*?)<\/p>/s.exec(main.slice(main.indexOf('"/docs/webhooks/listWebhooks"')))!;
    expect(textOf(excerpt!)).toMatch(/^Returns the workspace's endpoints/);
  });

  test('says that one is too long, and does not search for its beginning', async () => {
    for (const query of ['webhook '.repeat(60), 'a'.repeat(5000)])
      expect((await searched(query)).main).toContain('This search is too long.');
    expect((await searched('webhook '.repeat(20))).main).not.toContain('too long');
  });

  test('has a way to all results, each once', async () => {
    const links: string[] = [];
    let address: string | undefined = '/docs/find?q=story';
    for (let pages = 0; address; pages++) {
      expect(pages).toBeLessThan(20);
      const answer: string = await (await get(address)).text();
      const found = linksOf(/<ol class="found"[^>]*>(.*)<\/ol>/s.exec(answer)![1]!);
      expect(found.length).toBeGreaterThan(0);
      links.push(...found);
      address = /<a rel="next" href="([^"]*)"/.exec(answer)?.[1]!.replace('&amp;', '&').replace('&#38;', '&');
    }
    expect(links.length).toBeGreaterThan(30);
    expect(new Set(links).size).toBe(links.length);
    const { main } = await searched('story');
    expect(textOf(main)).toContain(`${links.length} results for story, page 1 of`);
  });

  test.each(['0', '-1', '9999', 'x', '1e3'])('answers the page %s of results', async (wanted) => {
    const answer = await get(`/docs/find?q=webhook&page=${wanted}`);
    expect([
      answer.status,
      linksOf(/<ol class="found".*<\/ol>/s.exec(await answer.text())![0]).length > 0,
    ]).toEqual([200, true]);
  });

  test('leads only to places that exist, and marks the words', async () => {
    const { found, main } = await searched('webhook secrets');
    expect(found.length).toBeGreaterThan(2);
    for (const link of found) {
      const [path, anchor] = link.split('#') as [string, string?];
      if (anchor) expect(idsOf(page(path)), link).toContain(anchor);
    }
    expect(main).toMatch(/<mark>webhooks?<\/mark>/i);
    // Words that say nothing of what is searched for are not.
    expect((await searched('attach a file')).main).not.toContain('<mark>a</mark>');
  });

  test('leaves out what has an excluded word, and says when there is nothing', async () => {
    const all = await searched('webhook');
    const less = await searched('webhook -secret');
    expect(less.found.length).toBeGreaterThan(0);
    expect(all.main).not.toBe(less.main);
    const { main, found } = await searched('xyzzyplugh');
    expect([found, main.includes('Nothing found for <strong>xyzzyplugh</strong>')]).toEqual([[], true]);
    expect((await searched('')).main).toContain('Enter one or more words');
  });

  test.each([
    '<script>alert(1)</script>',
    '"><b>',
    '{{results}}',
    '$&',
    'constructor __proto__',
    '%00',
    '"'.repeat(500),
    'story '.repeat(5_000).slice(0, 4_000),
  ])('shows %j as it was written, and nothing else', async (query) => {
    const { html, main } = await searched(query);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/<b>|\{\{(?!results)|undefined/);
    expect(main.match(/<h1>/g)).toHaveLength(1);
    const [, value] = /<input[^>]* value="([^"]*)"/.exec(html)!;
    expect(textOf(value!)).toBe(query.trim().slice(0, 200));
  });
});
