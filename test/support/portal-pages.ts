import type { ServiceAddress } from './service.ts';

/** A request as a program or a browser sends it, without following redirects. */
export const fetchPortal = (
  { baseUrl }: Pick<ServiceAddress, 'baseUrl'>,
  path: string,
  headers: Record<string, string> = {},
) => fetch(`${baseUrl}/portals/${path}`, { redirect: 'manual', headers });

export const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
