import { renderMarkdown } from '../markdown/markdown.ts';
import type { Html } from '../pages/html.ts';
import { getMarkup, markupLengthOf, toShownUpdate, updateIdOf } from '../updates/update-store.ts';
import type { Item, Reader } from '../core/database.ts';

/** The most UTF-16 units of markup in one feed. Written as XML it is up to twice as long; Lambda sends 6 MB. */
export const FEED_MARKUP_LENGTH_MAX = 512 * 1024;

/** The most UTF-16 units of Markdown that one feed renders, of updates without markup of this version. */
const RENDERED_LENGTH_MAX = 32 * 1024;

/**
 * The bodies of updates as markup, by id, as far as they fit into a feed, the newest first. Markup is made when an
 * update is written; that of updates from before, or of another version of the renderer, is made here, within
 * bounds. An update that is left out is shown by its summary and its link.
 */
export async function feedContents(read: Reader, items: readonly Item[]): Promise<Map<string, Html>> {
  const fits = withinTotal(FEED_MARKUP_LENGTH_MAX);
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

/** Whether one more of a length goes into a total, to which it is then added. */
function withinTotal(most: number): (length: number) => boolean {
  let total = 0;
  return (length) => {
    if (total + length > most) return false;
    total += length;
    return true;
  };
}
