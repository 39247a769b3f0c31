import type { Reader } from '../../kernel/core/database.ts';
import { Html, html } from '../../kernel/html/html.ts';

/** The slug of a portal that the home page links. */
export const DEMO_PORTAL_VARIABLE = 'DEMO_PORTAL';

/** The path of a team's board that the home page links, on the local service. */
export const DEMO_BOARD_VARIABLE = 'DEMO_BOARD';

/** Where the home page has the paths of a portal and a board to try, which the environment names. */
export const PORTAL_PATH = '/demo-portal-path';
export const BOARD_PATH = '/demo-board-path';

const between = (name: string, content: Html): Html =>
  html`${new Html(`<!-- ${name} -->`)}${content}${new Html(`<!-- /${name} -->`)}`;

/** A part of the home page that is left out where there is no demo portal, and no demo board. */
export const onlyWithPortal = (content: Html): Html => between('portal', content);
export const onlyWithBoard = (content: Html): Html => between('board', content);

/** How long the home page links a portal that it has found, in milliseconds. */
const FOUND_MS = 5 * 60 * 1000;

let found: { slug: string; at: number } | undefined;

/** Whether there is a public portal with a slug, so that a mistyped or later hidden one is not linked. */
export async function hasDemoPortal(read: Reader, slug: string, now: Date): Promise<boolean> {
  if (found?.slug === slug && now.getTime() - found.at < FOUND_MS) return true;
  // Few environments have a demo.
  const { findPublicPortalId } = await import('../../feedback/portal/portal-store.ts');
  const isPublic = (await findPublicPortalId(read, slug)) !== undefined;
  found = isPublic ? { slug, at: now.getTime() } : undefined;
  return isPublic;
}

/** The text of the home page with its links to a portal and a board to try, or without them. */
export function withDemoLinks(
  page: string,
  portalSlug: string | undefined,
  boardPath: string | undefined,
): string {
  const portalPath = portalSlug && `/portals/${portalSlug}/feedback`;
  return [['portal', PORTAL_PATH, portalPath] as const, ['board', BOARD_PATH, boardPath] as const].reduce(
    (text, [name, placeholder, path]) => {
      const part = new RegExp(`<!-- ${name} -->(.*?)<!-- /${name} -->`, 'gs');
      return text.replace(part, (_, shown: string) => (path ? shown.replace(placeholder, () => path) : ''));
    },
    page,
  );
}
