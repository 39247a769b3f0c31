import { consumeAttempt, refundAttempt, type RateLimit } from '../rate-limits/rate-limit-store.ts';
import type { Account } from '../auth/account-store.ts';
import { findKnownDevice } from './known-device.ts';
import { PageError } from './page-error.ts';
import type { WebCall } from '../api/operation/web-route.ts';

const WINDOW_MS = 15 * 60 * 1000;

/** Wrong guesses at one password, by browsers that nobody has signed in to it with. */
export const accountLimit: RateLimit = { name: 'sign in to account', most: 10, span: WINDOW_MS };
/** By one that somebody has; who guesses from elsewhere takes nothing away from it. */
export const deviceLimit: RateLimit = { name: 'sign in by device', most: 10, span: WINDOW_MS };
/** From one address, for whatever accounts. */
export const addressLimit: RateLimit = { name: 'sign in from address', most: 50, span: WINDOW_MS };

/**
 * Whose guesses count together: those at one password. Who sets a new one, by a link that was made for them,
 * is let in at once, however many have guessed at the old.
 */
export const guessedAt = (email: string, account: Pick<Account, 'passwordSetAt'> | undefined): string =>
  JSON.stringify([email.toLowerCase(), account?.passwordSetAt ?? null]);

/** What somebody can do who is refused by a limit, in the same words whether or not there is an account. */
const waysOut = new Map([
  [
    accountLimit,
    'A browser in which you have signed in before is let in now, and so is who has a new link to set their password.',
  ],
  [deviceLimit, 'A new link to set your password lets you in now.'],
]);

/**
 * Counts a try to sign in before it is judged, or throws a 429. Counted in the same way for addresses that
 * nobody has an account for. Gives what takes the count back, for a try that was right.
 */
export async function assertSignInAllowed(
  { email, userId, account }: { email: string; userId: string | undefined; account: Account | undefined },
  call: WebCall,
): Promise<() => Promise<void>> {
  const { request, services, now } = call;
  const device = userId && (await findKnownDevice(userId, account, call));
  const counted: [RateLimit, string][] = device
    ? [[deviceLimit, device]]
    : [
        [addressLimit, addressPrefix(request.sourceIp)],
        [accountLimit, guessedAt(email, account)],
      ];
  for (const [limit, who] of counted) {
    if (await consumeAttempt(services.database, limit, who, now)) continue;
    call.note({ limited: limit.name });
    const text = ['Wait a quarter of an hour, then try again.', waysOut.get(limit)].filter(Boolean).join(' ');
    throw new PageError(429, 'Too many attempts', text, { retryAfter: WINDOW_MS / 1000 });
  }
  return async () => {
    await Promise.all(counted.map(([limit, who]) => refundAttempt(services.database, limit, who, now)));
  };
}

/** An IPv4 address, or the first half of an IPv6 one: a household has all of the second. */
export function addressPrefix(address: string): string {
  if (!address.includes(':')) return address;
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = groups[0]!.split(':').filter(Boolean);
  return `${[...head, ...Array<string>(4).fill('0')].slice(0, 4).join(':')}::/64`;
}
