import { consumeAttempt, refundAttempt, type RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import { addressPrefix } from '../../kernel/net/address-prefix.ts';
import type { Account } from '../../kernel/auth/account-store.ts';
import { findKnownDevice } from '../session/known-device.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { PageError } from '../session/page-error.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

const WINDOW_MS = 15 * 60 * 1000;

/** Wrong guesses at one password from unknown browsers. */
export const accountLimit: RateLimit = { name: 'sign in to account', most: 10, span: WINDOW_MS };
/** Wrong guesses from a known browser; guesses from elsewhere do not count towards this limit. */
export const deviceLimit: RateLimit = { name: 'sign in by device', most: 10, span: WINDOW_MS };
/** Wrong guesses from one IP address, for any account. */
export const addressLimit: RateLimit = { name: 'sign in from address', most: 50, span: WINDOW_MS };

/**
 * The unit for which guesses are counted: one password. After setting a new password through a link, the
 * owner can sign in immediately, however many guesses were made at the old one.
 */
export const guessedAt = (email: string, account: Pick<Account, 'passwordSetAt'> | undefined): string =>
  JSON.stringify([email.toLowerCase(), account?.passwordSetAt ?? null]);

/** The alternatives for a rate-limited user, in the same words whether or not the account exists. */
const waysOut = new Map<RateLimit, PlainText>([
  [accountLimit, 'error.waitAccountText'],
  [deviceLimit, 'error.waitDeviceText'],
]);

/**
 * Counts a sign-in attempt before the password is checked, or throws a 429. Attempts for unknown addresses
 * are counted in the same way. Returns a function that uncounts a successful attempt.
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
    const text = waysOut.get(limit) ?? 'error.waitText';
    throw new PageError(429, 'error.attempts', text, { retryAfter: WINDOW_MS / 1000 });
  }
  return async () => {
    await Promise.all(counted.map(([limit, who]) => refundAttempt(services.database, limit, who, now)));
  };
}
