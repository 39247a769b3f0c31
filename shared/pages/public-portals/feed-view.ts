import { excerptOf, plainNote } from '../../feedback/markdown/excerpt.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { Html } from '../../kernel/html/html.ts';
import { addresses } from '../portal/addresses.ts';
import { atomView, type AtomEntry } from './atom-view.ts';
import type { ShownPortal } from '../portal/public-portal.ts';

const EXCERPT_MAX_CHARACTERS = 320;

interface Feed {
  portal: ShownPortal;
  updates: readonly FeedbackUpdate[];
  /** Rendered bodies, by the ids of the updates. */
  contents: ReadonlyMap<string, Html>;
  baseUrl: string;
}

/** A portal's published updates as the root element of an Atom feed. */
export function feedView({ portal, updates, contents, baseUrl }: Feed): Html {
  const newest = updates.map(({ updatedAt }) => updatedAt).sort();
  return atomView({
    id: `urn:uuid:${portal.id}`,
    title: portal.name,
    updatedAt: newest.at(-1) ?? portal.updatedAt,
    baseUrl,
    path: addresses.feed(portal.slug),
    pagePath: addresses.updates(portal.slug),
    entries: updates.map((update) =>
      entryOf(update, contents.get(update.id), `${baseUrl}${addresses.update(portal.slug, update.slug)}`),
    ),
  });
}

function entryOf(
  { id, title, summary, body, publishedAt, updatedAt }: FeedbackUpdate,
  content: Html | undefined,
  url: string,
): AtomEntry {
  const excerpt = content || !body ? undefined : excerptOf(body, EXCERPT_MAX_CHARACTERS);
  return {
    id: `urn:uuid:${id}`,
    title,
    publishedAt: publishedAt ?? undefined,
    updatedAt,
    url,
    summary: summary ? plainNote(summary) : excerpt,
    // Pages make what is scrolled reachable by keyboard; readers of feeds do so in their own way.
    content: content && new Html(content.text.replaceAll(' tabindex="0"', '')),
  };
}
