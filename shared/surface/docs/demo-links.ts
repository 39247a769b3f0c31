import type { Reader } from '../../kernel/core/database.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';

/** Where the home page has its links to a demo, if the environment has one. */
export const DEMO_LINKS = '<!-- demo -->';

/** The slug of a portal that the home page links. */
export const DEMO_PORTAL_VARIABLE = 'DEMO_PORTAL';

/** The path of a team's board that the home page links, on the local service. */
export const DEMO_BOARD_VARIABLE = 'DEMO_BOARD';

/** How long the home page links a portal that it has found, in milliseconds. */
const FOUND_MS = 5 * 60 * 1000;

let found: { slug: string; at: number } | undefined;

/** Whether there is a public portal with a slug, so that a mistyped or later hidden one is not linked. */
export async function hasDemoPortal(read: Reader, slug: string, now: Date): Promise<boolean> {
  if (found?.slug === slug && now.getTime() - found.at < FOUND_MS) return true;
  // Few environments have a demo.
  const { findPublicPortalId } = await import('../../feedback/portals/portal-store.ts');
  const isPublic = (await findPublicPortalId(read, slug)) !== undefined;
  found = isPublic ? { slug, at: now.getTime() } : undefined;
  return isPublic;
}

/** The links from the home page to a portal and a board to try; nothing without one. */
export function demoLinks(portalSlug: string | undefined, boardPath: string | undefined): string {
  const portal: Fragment =
    portalSlug && html`<a class="button" href="/portals/${portalSlug}/feedback">Try the demo portal</a>`;
  const board: Fragment =
    boardPath && html`<a class="button second" href="${boardPath}">See the demo board</a>`;
  return portal || board ? html`<p class="demo">${portal} ${board}</p>`.text : '';
}
