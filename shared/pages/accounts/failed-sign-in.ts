import { createHash } from 'node:crypto';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { countAct } from '../../identity/audit/account-act-store.ts';
import { UNKNOWN_USER_ID } from '../../kernel/auth/unknown-user.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { addressPrefix } from '../../kernel/net/address-prefix.ts';

/** Addresses without an account share so many acts an hour. */
const UNKNOWN_PLACES = 256;

/**
 * Records a wrong password or code, for an unknown address with the same reads and writes as for a known one. Attempts of
 * an hour from one network are one act, and the rate limits bound the networks: at most 40 an hour for a password, and 20
 * codes a day.
 */
export async function recordFailedSignIn(
  email: string,
  userId: string | undefined,
  call: WebCall,
): Promise<void> {
  const { request, services } = call;
  const one = createHash('sha256').update(email.toLowerCase()).digest()[0]! % UNKNOWN_PLACES;
  const place =
    userId === undefined
      ? { userId: UNKNOWN_USER_ID, place: String(one) }
      : { userId, place: addressPrefix(request.sourceIp) };
  const act = { type: 'member.sign_in_failed', by: 'unknown' } as const;
  await retryOnConflict(async () => {
    await commit(services.database, [await countAct(createReader(services.database), place, call, act)]);
  });
}
