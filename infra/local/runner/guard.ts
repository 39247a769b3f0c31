import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is refused before its body is read. */
export interface Refusal {
  status: 403 | 421;
  message: string;
}

interface Guarded {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

interface Allowed {
  /** Whether a Host header names what is served here; by default those of this machine. */
  isHost?: (host: string) => boolean;
  /** The origins whose pages may send requests; by default none. */
  origins?: readonly string[];
  /** Whether its address is a signed link, which pages show as a picture and cannot read. */
  isLink?: boolean;
}

/**
 * Whether a Host header names this machine itself. A page of another site whose name is rebound to this machine (DNS
 * rebinding) has the same origin for the browser, but sends its own host name.
 */
export const isOwnHost = (host = ''): boolean => /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host);

const nameOf = (host: string): string => host.replace(/:\d{1,5}$/, '').toLowerCase();

/** Whether a Host header names this machine by its own name, or by one that its user has chosen. */
export const chosenHosts =
  (names: readonly string[]) =>
  (host = ''): boolean =>
    isOwnHost(host) || names.includes(nameOf(host));

/**
 * The same for what is served under any name that no one else can own (https://www.rfc-editor.org/rfc/rfc6761), such as
 * that of a portal in the hosts file.
 */
export const servedHosts =
  (names: readonly string[]) =>
  (host = ''): boolean =>
    chosenHosts(names)(host) || /\.(?:localhost|test)$/.test(nameOf(host));

/** The answer to a request that names a host which is not served here; undefined for others. */
export const foreignHost = (
  { host }: IncomingHttpHeaders,
  isHost: (host: string) => boolean = isOwnHost,
): Refusal | undefined =>
  isHost(host ?? '')
    ? undefined
    : {
        status: 421,
        message:
          'This machine is http://127.0.0.1 or http://localhost; PLOTLINE_LOCAL_HOSTS adds other names to them.',
      };

/**
 * Guards what listens on this machine from the pages of other sites in the developer's browser, which reach every port
 * of it: a request must name this machine, and come from no page, or from one that is allowed. Undefined lets it pass.
 */
export function refusalOf({ method, headers }: Guarded, allowed: Allowed = {}): Refusal | undefined {
  const { isHost = isOwnHost, origins = [], isLink = false } = allowed;
  const foreign = foreignHost(headers, isHost);
  if (foreign) return foreign;
  const { origin } = headers;
  if (origin !== undefined) return origins.includes(origin) ? undefined : fromOtherSite;
  // Browsers send no Origin with links, pictures and scripts; of those only links do no harm, as they are read by no page.
  const isRead = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  const isHarmless = isRead && (isLink || headers['sec-fetch-mode'] === 'navigate');
  return isForeign && !isHarmless ? fromOtherSite : undefined;
}

const fromOtherSite: Refusal = { status: 403, message: 'Pages of other sites may not use this.' };

/** The origin of the pages that a server serves itself, under the name that a request has for it. */
export const originsOf = ({ host }: IncomingHttpHeaders): string[] => (host ? [`http://${host}`] : []);
