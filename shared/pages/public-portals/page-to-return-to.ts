import { addresses } from '../portal/addresses.ts';

interface Return {
  /** The page that a form names. */
  back: string | undefined;
  parameters: { portalSlug: string; itemSlug: string };
  baseUrl: string;
}

/** The page with a button, if it is one of this portal; otherwise that of the item. */
export function pageToReturnTo({ back, parameters: { portalSlug, itemSlug }, baseUrl }: Return): URL {
  const portal = addresses.portal(portalSlug);
  const url = URL.parse(back ?? '', baseUrl);
  const isHere = url?.origin === new URL(baseUrl).origin && `${url.pathname}/`.startsWith(`${portal}/`);
  return isHere ? url : new URL(addresses.item(portalSlug, itemSlug), baseUrl);
}

/** The address of a page within the service, with what has been done in its query, and a place on it. */
export function returnPath(page: URL, query: Record<string, string>, anchor: string): string {
  const parameters = page.searchParams;
  for (const [name, value] of Object.entries(query)) parameters.set(name, value);
  const text = parameters.toString();
  return `${page.pathname}${text === '' ? '' : `?${text}`}#${anchor}`;
}
