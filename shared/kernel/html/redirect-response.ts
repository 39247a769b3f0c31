import { inAscii } from '../core/in-ascii.ts';

/** Redirects the browser with a GET, whatever the request method was (303 See Other). */
export const redirectResponse = (location: string) => ({
  status: 303,
  headers: { location: inAscii(location), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
});
