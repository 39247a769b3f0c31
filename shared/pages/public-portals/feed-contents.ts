import { renderMarkdown } from '../../feedback/markdown/markdown.ts';
import type { Html } from '../../kernel/html/html.ts';
import { getMarkup, markupLengthOf, toShownUpdate, updateIdOf } from '../../feedback/updates/update-store.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

/**
 * Maximum HTML in one feed in UTF-16 code units. As XML it is up to twice as long; Lambda's limit is 6 MB.
 */
export const FEED_MARKUP_MAX_CHARACTERS = 512 * 1024;

/** Maximum Markdown rendered per feed in UTF-16 code units, for updates whose stored HTML is outdated. */
const RENDERED_LENGTH_MAX = 32 * 1024;

/**
 * Rendered bodies of updates by id, newest first, as many as fit into a feed. Bodies are rendered on write;
 * those from an earlier version of the renderer are rendered here, within limits. An update that does not fit
 * is represented by its summary and link.
 */
export async function feedContents(read: Reader, items: readonly Item[]): Promise<Map<string, Html>> {
  const fits = withinTotal(FEED_MARKUP_MAX_CHARACTERS);
  const rendered = withinTotal(RENDERED_LENGTH_MAX);
  const chosen = items.filter((item) => fits(markupLengthOf(item) ?? bodyOf(item).length));
  const contents = await getMarkup(read, chosen.map(updateIdOf));
  for (const item of chosen) {
    const id = updateIdOf(item);
    const body = contents.has(id) ? undefined : bodyOf(item);
    if (body !== undefined && rendered(body.length)) contents.set(id, renderMarkdown(body));
  }
  return contents;
}

const bodyOf = (item: Item): string => toShownUpdate(item).body ?? '';

/** Adds a length to a total if it stays within the limit; returns whether it did. */
function withinTotal(most: number): (length: number) => boolean {
  let total = 0;
  return (length) => {
    if (total + length > most) return false;
    total += length;
    return true;
  };
}
