import { readFileSync } from 'node:fs';
import { Html } from '../../kernel/html/html.ts';
import { atomView } from '../../pages/public-portals/atom-view.ts';
import { BASE_URL } from './base-url.ts';
import { CHANGELOG } from './changelog-address.ts';
import { changelogReaders, readerOf, type ChangelogReader } from './changelog-filter.ts';
import { entryFragment, parseEntry, type ChangelogMark } from './changelog-entry.ts';
import type { DocsPage } from './docs-page.ts';

const TITLE = 'Changelog of the Plotline API';
const AUTHOR = 'Plotline';
const MINUTE_MS = 60_000;
const PAGE = `/docs/${CHANGELOG}`;

const file = new URL('../../../docs/guides/changelog.md', import.meta.url);

/** An entry of the changelog. */
interface Entry {
  url: string;
  mark: ChangelogMark;
  title: string;
  content: Html;
  /** In the day of its heading: a minute after the entry below it, so that readers show both in this order. */
  publishedAt: string;
  reader: ChangelogReader;
}

/**
 * The changelog as a JSON feed, an item for each entry, the newest first.
 * https://www.jsonfeed.org/version/1.1/
 */
export const changelogJson = (pages: readonly DocsPage[]): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: TITLE,
    home_page_url: `${BASE_URL}${PAGE}`,
    feed_url: `${BASE_URL}${PAGE}.json`,
    language: 'en',
    authors: [{ name: AUTHOR }],
    items: readEntries(pages).map(({ url, mark, title, content, publishedAt, reader }) => ({
      id: url,
      url,
      title: `${mark}: ${title}`,
      content_html: content.text,
      date_published: publishedAt,
      tags: [mark, changelogReaders[reader]],
    })),
  });

/** The same as an Atom feed. */
export function changelogAtom(pages: readonly DocsPage[]): string {
  const entries = readEntries(pages);
  const feed = atomView({
    id: `${BASE_URL}${PAGE}`,
    title: TITLE,
    author: AUTHOR,
    updatedAt: entries[0]!.publishedAt,
    baseUrl: BASE_URL,
    path: `${PAGE}.atom`,
    pagePath: PAGE,
    entries: entries.map(({ url, mark, title, content, publishedAt, reader }) => ({
      id: url,
      title: `${mark}: ${title}`,
      publishedAt,
      updatedAt: publishedAt,
      url,
      content,
      tags: [mark, changelogReaders[reader]],
    })),
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed.text}`;
}

/** The list items of the changelog, each with its time. */
function readEntries(pages: readonly DocsPage[]): Entry[] {
  const { text: page } = pages.find(({ name }) => name === CHANGELOG)!;
  const entries = entriesByDay(page);
  const left = new Map<string, number>();
  for (const { publishedAt: day } of entries) left.set(day, (left.get(day) ?? 0) + 1);
  return entries.map((entry) => {
    const minutes = left.get(entry.publishedAt)! - 1;
    left.set(entry.publishedAt, minutes);
    const publishedAt = new Date(Date.parse(entry.publishedAt) + minutes * MINUTE_MS).toISOString();
    return { ...entry, publishedAt };
  });
}

/** The list items, below the headings of a day and of a part; each at midnight UTC. */
function entriesByDay(page: string): Entry[] {
  let publishedAt = '';
  let part: string | undefined;
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): Entry[] => {
      if (line.startsWith('## ')) {
        publishedAt = new Date(`${line.slice(3)} UTC`).toISOString();
        part = undefined;
      }
      if (line.startsWith('### ')) part = line.slice(4);
      if (!line.startsWith('- ')) return [];
      const markdown = line.slice(2);
      const { mark, title } = parseEntry(markdown);
      const id = entryFragment(markdown);
      const url = `${BASE_URL}${PAGE}#${id}`;
      return [
        {
          url,
          mark,
          title: plain(title).replace(/\.$/, ''),
          content: contentOf(page, id),
          publishedAt,
          reader: readerOf(part),
        },
      ];
    });
}

const plain = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

/** An entry as its page has it, without its badge and the link to itself; other links lead there from everywhere. */
function contentOf(page: string, id: string): Html {
  const [, entry] = new RegExp(`<li id="${id}"[^>]*><span class="asks">[^<]*</span> (.*?)</li>`, 's').exec(
    page,
  )!;
  const [content = ''] = entry!.split(/ <a [^>]*class="anchor"/);
  return new Html(content.replaceAll('href="/', `href="${BASE_URL}/`));
}
