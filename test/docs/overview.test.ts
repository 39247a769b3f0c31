import { beforeAll, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { blocksOf } from './docs-pages.ts';

/** The first page of the documentation, and the list of all operations. */
let home: string;
let all: string;

const pageAt = async (path: string): Promise<string> =>
  (await fetch(`${sharedService().baseUrl}${path}`, { headers: { accept: 'text/html' } })).text();

beforeAll(async () => {
  home = await pageAt('/docs');
  all = await pageAt('/docs/operations');
});

const partOf = (id: string): string => new RegExp(`<section id="${id}">([^]*?)</section>`).exec(home)![1]!;

test('the first request is shown in each language, and its answer has the scopes of the next step', () => {
  const blocks = blocksOf(home, 'begin');
  const textOf = (caption: string) => blocks.find((one) => one.caption === caption)!.text;
  for (const language of ['curl', 'TypeScript', 'Python'])
    expect(textOf(`Request with ${language}`)).toMatch(/\/api\/v1\/me|getCaller/);
  const { data } = JSON.parse(textOf('Response 200')) as {
    data: { scopes: string[]; name: string; credential: { name: string } };
  };
  expect(data.scopes).toContain('stories:write');
  expect(data.credential.name).not.toBe(data.name);
});

test('what only some need is folded away', () => {
  expect(partOf('begin')).toMatch(/<details>[^]*If you have Node[^]*<\/details>/);
});

test('the reference is a line of links for each group, each to a page of its own', () => {
  const lines = partOf('reference').match(/<p class="tags">[^]*?<\/p>/g)!;
  expect(lines).toHaveLength(partOf('reference').match(/<h3>/g)!.length);
  const links = lines.flatMap((line) => line.match(/(?<=href=")[^"]*/g)!);
  expect(new Set(links).size).toBe(links.length);
  expect(links).toContain('/docs/stories');
});

test('the list of all operations begins with links to its parts', () => {
  const [, jump = ''] = /<nav class="jump"[^>]*>([^]*?)<\/nav>/.exec(all)!;
  const links = jump.match(/(?<=href="#)[^"]*/g);
  expect(links).toEqual(all.match(/(?<=<section id=")[^"]*/g));
  expect(all.indexOf('class="jump"')).toBeLessThan(all.indexOf('class="all-operations"'));
});

test('a preview is said of those who may call an operation, with no badge at its name', async () => {
  const html = (await pageAt('/docs/stories/getStory')).replaceAll(/\s+/g, ' ');
  const factOf = (name: string) => new RegExp(`<dt>${name}</dt> <dd>(.*?)</dd>`).exec(html)![1]!;
  expect(factOf('Operation')).not.toContain('preview');
  expect(factOf('For')).toContain('href="/docs/authentication#preview"');
});
