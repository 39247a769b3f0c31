import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { isSamePage, LINKS_MAX, LINKS_MAX_BYTES } from './story-links.ts';
import type { StoryLink } from '../story-parts/link.ts';

/**
 * The links of a story after a report about a page: with a new link or, if there is one, in the state of the page. The
 * same if nothing changes; undefined if there is no room for another link.
 */
export function withReportedLink(
  links: readonly StoryLink[],
  page: Pick<StoryLink, 'url' | 'title' | 'kind' | 'state'>,
  { id, now }: { id: string; now: Date },
): readonly StoryLink[] | undefined {
  const known = links.find(({ url }) => isSamePage(url, page.url));
  if (known) {
    if (known.state === page.state) return links;
    const next = nextVersion(known, { ...known, state: page.state }, now);
    return links.map((one) => (one === known ? next : one));
  }
  const at = now.toISOString();
  const next = [...links, { id, ...page, createdAt: at, updatedAt: at }];
  const fits = next.length <= LINKS_MAX && Buffer.byteLength(JSON.stringify(next)) <= LINKS_MAX_BYTES;
  return fits ? next : undefined;
}
