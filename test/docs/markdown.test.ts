import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unusualWords } from '../../infra/tooling/unusual-words.ts';

/** What is written for readers of the repository: the README, the pages in docs/, and what the source cites. */
const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

const pages = globSync('{*,docs/**/*}.md', { cwd: root });
const sources = globSync('{functions,cli,infra,shared,test}/**/*.{ts,js,mjs}', { cwd: root });

const withoutCode = (markdown: string) =>
  markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

const headings = (markdown: string) =>
  [...markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);

/** The fragment by which GitHub links to a heading. */
const fragmentOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const wordsOf = (paths: readonly string[]) =>
  paths.flatMap((path) => read(path).split(/\s+/).filter(Boolean)).length;

test.each([
  ['the README', ['README.md'], 1_200],
  ['the page for contributors', ['docs/contributors.md'], 900],
  ['the page on figures', ['docs/figures.md'], 700],
  [
    'the documentation without its changelog',
    globSync('docs/{,decisions/,guides/}*.md', { cwd: root, exclude: ['docs/guides/changelog.md'] }),
    23_500,
  ],
])('the page %s is short enough', (_, paths, most) => {
  expect(paths).not.toEqual([]);
  expect(wordsOf(paths)).toBeLessThanOrEqual(most);
});

describe.each(pages)('%s', (page) => {
  const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)|<(https?:[^>]+)>/g)].map(
    ([, inText, bare]) => inText ?? bare!,
  );

  test('has only relative links that lead to a file, and to a heading of it', () => {
    const broken = links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path, fragment] = link.split('#');
        const target = path ? resolve(root, dirname(page), path) : resolve(root, page);
        if (!existsSync(target)) return true;
        if (fragment === undefined) return false;
        return !headings(readFileSync(target, 'utf8')).map(fragmentOf).includes(fragment);
      });
    expect(broken).toEqual([]);
  });

  test('has only links to the local service that lead to a guide that exists', () => {
    const guides = links.flatMap(
      (link) => /^http:\/\/127\.0\.0\.1:3000\/docs\/([^.]+)$/.exec(link)?.[1] ?? [],
    );
    expect(guides.filter((slug) => !existsSync(resolve(root, `docs/guides/${slug}.md`)))).toEqual([]);
  });

  test('uses the usual words of the field', () => {
    expect(withoutCode(read(page)).match(unusualWords)).toBeNull();
  });

  test('names only paths and npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const text = read(page);
    const paths = [...text.matchAll(/`((?:functions|cli|infra|shared|test|docs|events)\/[\w./-]+)`/g)];
    expect(paths.map(([, path]) => path!).filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});

describe('a document that the source cites', () => {
  const citing = (pattern: RegExp) =>
    sources.flatMap((source) => [...read(source).matchAll(pattern)].map((match) => ({ source, match })));

  test('exists, with its heading', () => {
    const broken = citing(/\b(README|docs\/[\w./-]+\.md)(?:, "([^"\n]+)")?/g).filter(({ match }) => {
      const [, cited, heading] = match;
      const page = cited === 'README' ? 'README.md' : cited!;
      if (!existsSync(resolve(root, page))) return true;
      return heading !== undefined && !headings(read(page)).includes(heading);
    });
    expect(broken.map(({ source, match: [citation] }) => `${source}: ${citation}`)).toEqual([]);
  });

  test('belongs to the repository', () => {
    const foreign = citing(/\b(?:[A-Z]{3,}|spec)(?<!README|SKILL)\.md\b/g);
    expect(foreign.map(({ source, match: [citation] }) => `${source}: ${citation}`)).toEqual([]);
  });
});
