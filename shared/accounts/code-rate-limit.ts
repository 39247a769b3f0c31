import { consumeAttempt, refundAttempt, type RateLimit } from '../rate-limits/rate-limit-store.ts';
import type { WebCall } from '../api/operation/web-route.ts';
import { PageError } from './page-error.ts';
import { addressPrefix } from '../net/address-prefix.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Codes for one address. Each can be tried five times, so somebody who guesses in as many browsers as they like has
 * one chance in ten thousand a day.
 */
export const codesForAddress: RateLimit = { name: 'code for address', most: 5, span: 15 * MINUTE_MS };
const codesForAddressDaily: RateLimit = { name: 'code for address a day', most: 20, span: DAY_MS };
/** For addresses of people who have signed in with this browser before, whatever others do meanwhile. */
export const codesForDevice: RateLimit = { name: 'code for device', most: 5, span: 15 * MINUTE_MS };
/** Codes asked for from one network, for any address. */
export const codesForNetwork: RateLimit = { name: 'code for network', most: 60, span: HOUR_MS };
/** New addresses that one account asks for, whatever they are. */
export const addressesOfAccount: RateLimit = { name: 'new address of account', most: 5, span: DAY_MS };
/** Codes asked for on the portals of one workspace, by anybody. */
export const codesForWorkspace: RateLimit = { name: 'code for workspace', most: 2_000, span: HOUR_MS };
/** Wrong codes from one network, for any address. */
export const wrongCodes: RateLimit = { name: 'wrong code from network', most: 100, span: HOUR_MS };

/** What people of one network had written and take along to a provider. */
const draftsForNetwork: RateLimit = { name: 'draft for network', most: 60, span: HOUR_MS };

interface Asked {
  email: string;
  /** The number of the browser, if the address's owner has used it. */
  device: string | undefined;
  /** Of the portal that the code is asked for on. */
  workspaceId: string | undefined;
}

/** Counts a request for a code, or throws a 429; the same for addresses with and without an account. */
export async function assertCodeAllowed({ email, device, workspaceId }: Asked, call: WebCall): Promise<void> {
  const who = email.toLowerCase();
  await countAll(call, [
    [codesForNetwork, addressPrefix(call.request.sourceIp)],
    ...(workspaceId === undefined ? [] : ([[codesForWorkspace, workspaceId]] as [RateLimit, string][])),
    ...(device === undefined
      ? ([
          [codesForAddress, who],
          [codesForAddressDaily, who],
        ] as [RateLimit, string][])
      : ([[codesForDevice, device]] as [RateLimit, string][])),
  ]);
}

/**
 * Counts a code for a new address of an account, or throws a 429; towards the same limits as codes for signing in, and
 * the same whether or not somebody has the address.
 */
export async function assertAddressCodeAllowed(
  { userId, email }: { userId: string; email: string },
  call: WebCall,
): Promise<void> {
  await countAll(call, [[addressesOfAccount, userId]]);
  await assertCodeAllowed({ email, device: undefined, workspaceId: undefined }, call);
}

/**
 * Counts a code before it is compared, or throws a 429, so that beyond the limit no guess is right. Returns a function that
 * uncounts a right one.
 */
export async function assertGuessAllowed(call: WebCall): Promise<() => Promise<void>> {
  const network = addressPrefix(call.request.sourceIp);
  await countAll(call, [[wrongCodes, network]]);
  return () => refundAttempt(call.services.database, wrongCodes, network, call.now);
}

/** Counts what somebody takes along to a provider, or throws a 429. */
export const assertDraftAllowed = (call: WebCall): Promise<void> =>
  countAll(call, [[draftsForNetwork, addressPrefix(call.request.sourceIp)]]);

async function countAll({ services, now, note }: WebCall, limits: [RateLimit, string][]): Promise<void> {
  for (const [limit, who] of limits) {
    if (await consumeAttempt(services.database, limit, who, now)) continue;
    note({ limited: limit.name });
    const retryAfter = Math.ceil((limit.span - (now.getTime() % limit.span)) / 1000);
    throw new PageError(429, 'Too many attempts', 'Wait for a while, then try again.', { retryAfter });
  }
}
