import { readFileSync } from 'node:fs';
import markdownIt from 'markdown-it';
import { Html } from '../../kernel/html/html.ts';
import { atomView } from '../../pages/public-portals/atom-view.ts';
import { BASE_URL } from './base-url.ts';
import { CHANGELOG } from './changelog-address.ts';
import { entryFragment, parseEntry, type ChangelogMark } from './changelog-entry.ts';

const TITLE = 'Changelog of the Plotline API';
const MINUTE_MS = 60_000;
const PAGE = `/docs/${CHANGELOG}`;

const file = new URL('../../../docs/guides/changelog.md', import.meta.url);
const parser = markdownIt();

/** An entry of the changelog. */
interface Entry {
  url: string;
  mark: ChangelogMark;
  title: string;
  content: Html;
  /** In the day of its heading: a minute after the entry below it, so that readers show both in this order. */
  publishedAt: string;
  /** The heading of its part, if it is not one for all readers. */
  part: string | undefined;
}

/**
 * The changelog as a JSON feed, an item for each entry, the newest first.
 * https://www.jsonfeed.org/version/1.1/
 */
export const changelogJson = (): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: TITLE,
    home_page_url: `${BASE_URL}${PAGE}`,
    feed_url: `${BASE_URL}${PAGE}.json`,
    language: 'en',
    items: readEntries().map(({ url, mark, title, content, publishedAt, part }) => ({
      id: url,
      url,
      title: `${mark}: ${title}`,
      content_html: content.text,
      date_published: publishedAt,
      tags: [mark, ...(part === undefined ? [] : [part])],
    })),
  });

/** The same as an Atom feed. */
export function changelogAtom(): string {
  const entries = readEntries();
  const feed = atomView({
    id: `${BASE_URL}${PAGE}`,
    title: TITLE,
    updatedAt: entries[0]!.publishedAt,
    baseUrl: BASE_URL,
    path: `${PAGE}.atom`,
    pagePath: PAGE,
    entries: entries.map(({ url, mark, title, content, publishedAt }) => ({
      id: url,
      title: `${mark}: ${title}`,
      publishedAt,
      updatedAt: publishedAt,
      url,
      content,
    })),
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed.text}`;
}

/** The list items of the changelog, each with its time. */
function readEntries(): Entry[] {
  const entries = entriesByDay();
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
function entriesByDay(): Entry[] {
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
      const { mark, title, text } = parseEntry(markdown);
      const url = `${BASE_URL}${PAGE}#${entryFragment(markdown)}`;
      return [
        {
          url,
          mark,
          title: plain(title).replace(/\.$/, ''),
          content: rendered(text),
          publishedAt,
          part,
        },
      ];
    });
}

const plain = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

const rendered = (markdown: string): Html =>
  new Html(parser.renderInline(markdown).replaceAll(/href="([a-z-]+)\.md/g, `href="${BASE_URL}/docs/$1`));
