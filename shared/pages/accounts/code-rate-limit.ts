import { consumeAttempt, refundAttempt, type RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { SENT_CODE_LIFETIME_MS, CODE_TRIES_MAX } from './challenge-store.ts';
import { PageError } from '../session/page-error.ts';
import { addressPrefix } from '../../kernel/net/address-prefix.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Codes for one address that one network asks for. */
const codesForAddressFromNetwork: RateLimit = {
  name: 'code for address from network',
  most: 5,
  span: 15 * MINUTE_MS,
};
/**
 * Codes of six digits for one address, from any network. Each can be tried five times, so someone who guesses in as many
 * browsers as they like has one chance in ten thousand a day. Beyond them, codes have ten digits.
 */
export const codesForAddress: RateLimit = { name: 'code for address', most: 5, span: 15 * MINUTE_MS };
export const codesForAddressDaily: RateLimit = { name: 'code for address a day', most: 20, span: DAY_MS };
/**
 * Codes of ten digits for one address, so that no mailbox is flooded. The window is as long as a code is valid:
 * anyone who asks beyond the limit has the one that was sent last, and no one is locked out by others who ask.
 */
export const longCodesForAddress: RateLimit = {
  name: 'long code for address',
  most: 5,
  span: SENT_CODE_LIFETIME_MS,
};
/** The same for addresses that an account is to get, counted separately, since no one can sign in with these codes. */
const longCodesForNewAddress: RateLimit = { ...longCodesForAddress, name: 'long code for new address' };
/** For addresses of people who have signed in with this browser before, whatever others do meanwhile. */
export const codesForDevice: RateLimit = { name: 'code for device', most: 5, span: 15 * MINUTE_MS };
/** Codes asked for from one network, for any address. */
export const codesForNetwork: RateLimit = { name: 'code for network', most: 60, span: HOUR_MS };
/** New addresses that one account asks for, whatever they are. */
export const addressesOfAccount: RateLimit = { name: 'new address of account', most: 5, span: DAY_MS };
/** Accounts that are moved to one address after the account that it had was deleted. */
export const takeoversOfAddress: RateLimit = {
  name: 'address of a deleted account',
  most: 1,
  span: 90 * DAY_MS,
};
/** Codes asked for on the portals of one workspace, by anybody. */
export const codesForWorkspace: RateLimit = { name: 'code for workspace', most: 2_000, span: HOUR_MS };
/**
 * Wrong codes from one network, for any address. Beyond them, each code can be tried less often, but a right one is right:
 * no one in an office is locked out by someone else there who guesses.
 */
export const wrongCodes: RateLimit = { name: 'wrong code from network', most: 100, span: HOUR_MS };
/** The maximum number of tries per code from a network with too many wrong ones: one more after a typing error. */
export const LIMITED_CODE_TRIES_MAX = 2;

/** What people of one network had written and take along to a provider. */
const draftsForNetwork: RateLimit = { name: 'draft for network', most: 60, span: HOUR_MS };

interface CodeRequest {
  email: string;
  /** The number of the browser, if the address's owner has used it. */
  device: string | undefined;
  /** Of the portal that the code is asked for on. */
  workspaceId: string | undefined;
}

/** Which code is sent: of six digits, of ten, or no other than the one of ten digits that was sent last. */
type AllowedCode = 'short' | 'long' | 'last';

/** Counts a request for a code, or throws a 429; the same for addresses with and without an account. */
export async function assertCodeAllowed(
  { email, device, workspaceId }: CodeRequest,
  call: WebCall,
  long = longCodesForAddress,
): Promise<AllowedCode> {
  if (device !== undefined) {
    await countAll(call, [[codesForDevice, device]]);
    return 'short';
  }
  const who = email.toLowerCase();
  const network = addressPrefix(call.request.sourceIp);
  await countAll(call, [
    [codesForNetwork, network],
    ...(workspaceId === undefined ? [] : ([[codesForWorkspace, workspaceId]] as [RateLimit, string][])),
    [codesForAddressFromNetwork, JSON.stringify([who, network])],
  ]);
  const isAllowed = (limit: RateLimit) => consumeAttempt(call.services.database, limit, who, call.now);
  if ((await isAllowed(codesForAddress)) && (await isAllowed(codesForAddressDaily))) return 'short';
  if (await isAllowed(long)) return 'long';
  call.note({ limited: long.name });
  return 'last';
}

/**
 * Counts a code for a new address of an account, or throws a 429; of six digits towards the limits of codes for signing
 * in, and the same whether or not someone has the address.
 */
export async function assertAddressCodeAllowed(
  { userId, email }: { userId: string; email: string },
  call: WebCall,
): Promise<Exclude<AllowedCode, 'last'>> {
  await countAll(call, [[addressesOfAccount, userId]]);
  const asked = { email, device: undefined, workspaceId: undefined };
  const allowed = await assertCodeAllowed(asked, call, longCodesForNewAddress);
  if (allowed === 'last') throw tooManyAttempts(longCodesForNewAddress, call);
  return allowed;
}

/** Counts a code before it is compared. Returns how often it can be tried, and a function that uncounts a right one. */
export async function countGuess(call: WebCall): Promise<{ tries: number; forgive: () => Promise<void> }> {
  const network = addressPrefix(call.request.sourceIp);
  const { database } = call.services;
  if (await consumeAttempt(database, wrongCodes, network, call.now)) {
    return { tries: CODE_TRIES_MAX, forgive: () => refundAttempt(database, wrongCodes, network, call.now) };
  }
  call.note({ limited: wrongCodes.name });
  return { tries: LIMITED_CODE_TRIES_MAX, forgive: () => Promise.resolve() };
}

/** Counts what someone takes along to a provider, or throws a 429. */
export const assertDraftAllowed = (call: WebCall): Promise<void> =>
  countAll(call, [[draftsForNetwork, addressPrefix(call.request.sourceIp)]]);

async function countAll({ services, now, note }: WebCall, limits: [RateLimit, string][]): Promise<void> {
  for (const [limit, who] of limits) {
    if (await consumeAttempt(services.database, limit, who, now)) continue;
    note({ limited: limit.name });
    throw tooManyAttempts(limit, { now });
  }
}

/** A 429 until the limit's window ends. */
export function tooManyAttempts({ span }: RateLimit, { now }: Pick<WebCall, 'now'>): PageError {
  const retryAfter = Math.ceil((span - (now.getTime() % span)) / 1000);
  return new PageError(429, 'error.attempts', 'error.attemptsText', { retryAfter });
}
