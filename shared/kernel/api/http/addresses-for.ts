import type { Reader } from '../../core/database.ts';
import type { Services } from '../../core/services.ts';
import { shortAddresses } from '../../slugs/host-addresses.ts';
import { getPlaceHost, portalSlugIn } from '../../slugs/host-store.ts';
import { baseUrlAt } from './custom-domain.ts';

/** Where a page of the service is found: at the custom domain of its place, if that has one. */
export async function addressesFor(
  path: string,
  { baseUrl }: Pick<Services, 'baseUrl'>,
  read: Reader,
): Promise<{ baseUrl: string; written: (text: string) => string }> {
  const host = await getPlaceHost(read, path);
  if (host === undefined) return { baseUrl: baseUrl(), written: (text) => text };
  const place = { slug: portalSlugIn(path)!, baseUrl: baseUrlAt(host, baseUrl()) };
  return { baseUrl: place.baseUrl, written: (text) => shortAddresses(text, place) };
}
