import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import markdownIt from 'markdown-it';
import { truncate } from '../../kernel/core/truncate.ts';
import { BASE_URL } from './base-url.ts';
import { CHANGELOG } from './changelog-address.ts';
import { entryFragment } from './guide-file.ts';

const TITLE_MAX_CHARACTERS = 100;

const file = new URL('../../../docs/guides/changelog.md', import.meta.url);
const parser = markdownIt();

/**
 * The changelog as a feed, an item for each entry, the newest first. Entries have no date of their own, which the format
 * allows, but a release.
 * https://www.jsonfeed.org/version/1.1/
 */
export const changelogFeed = (): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Changelog of the Plotline API',
    home_page_url: `${BASE_URL}/docs/${CHANGELOG}`,
    feed_url: `${BASE_URL}/docs/${CHANGELOG}.json`,
    language: 'en',
    items: entriesOf(readFileSync(file, 'utf8')),
  });

interface FeedItem {
  id: string;
  url: string;
  title: string;
  content_html: string;
  tags: string[];
}

/** The entries of a changelog: its list items, below the headings of a release and of a part. */
function entriesOf(markdown: string): FeedItem[] {
  let release = '';
  let part = '';
  return markdown.split('\n').flatMap((line): FeedItem[] => {
    if (line.startsWith('## ')) release = line.slice(3);
    if (line.startsWith('### ')) part = line.slice(4);
    if (!line.startsWith('- ')) return [];
    const text = line.slice(2);
    return [
      {
        id: createHash('sha256').update(`${release} ${text}`).digest('base64url').slice(0, 22),
        url: `${BASE_URL}/docs/${CHANGELOG}#${entryFragment(text)}`,
        title: titleOf(text),
        content_html: parser
          .renderInline(text)
          .replaceAll(/href="([a-z-]+)\.md/g, `href="${BASE_URL}/docs/$1`),
        tags: [release, part],
      },
    ];
  });
}

/** The first clause of an entry, without syntax. */
function titleOf(text: string): string {
  const plain = text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  const [first = plain] = plain.split(/(?<=\S{3,})[:.;](?=\s|$)/);
  return truncate(first, TITLE_MAX_CHARACTERS);
}
