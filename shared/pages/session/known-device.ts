import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DerivedKey } from '../../kernel/core/keyring.ts';
import { idToBytes } from '../../kernel/core/id.ts';
import type { Account } from '../../kernel/auth/account-store.ts';
import { cookieNames, setCookie } from './cookies.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

const LIFETIME_SECONDS = 365 * 24 * 60 * 60;

const codeOf = (userId: string, account: Account | undefined, number: string, { key }: DerivedKey): Buffer =>
  createHmac('sha256', key)
    .update(idToBytes(userId))
    .update(number)
    .update(account?.passwordSetAt ?? '')
    .digest();

/** Maximum number of users remembered per browser: a family's, or one person's several addresses. */
const MARKS_MAX = 5;
const SEPARATOR = '~';
const MARK = /^([\w-]{22})\.([\w-]{43})$/;

const marksOf = ({ request }: WebCall): string[] =>
  (request.cookies[cookieNames.device] ?? '').split(SEPARATOR, MARKS_MAX).filter((mark) => MARK.test(mark));

/** The number in a valid device mark of the user and their current password. */
async function numberIn(
  mark: string,
  userId: string,
  account: Account | undefined,
  call: WebCall,
): Promise<string | undefined> {
  const [, number = '', code = ''] = MARK.exec(mark) ?? [];
  const sent = Buffer.from(code, 'base64url');
  const { all } = await call.services.keys('device');
  const genuine = all.some((key) => timingSafeEqual(sent, codeOf(userId, account, number, key)));
  return genuine ? number : undefined;
}

/**
 * The cookie that marks a browser in which a user has signed in, next to other users. It proves nothing else;
 * it exempts the browser from the account's rate limit, so that guessing from elsewhere does not lock the
 * owner out (OWASP: device cookie). It is bound to the current password, so knowing an old password gives no
 * extra attempts.
 */
export async function newDeviceCookie(
  userId: string,
  account: Account | undefined,
  call: WebCall,
): Promise<string> {
  const number = call.services.randomBytes(16).toString('base64url');
  const { current } = await call.services.keys('device');
  const code = codeOf(userId, account, number, current).toString('base64url');
  const marks = marksOf(call);
  const own = await Promise.all(marks.map((mark) => numberIn(mark, userId, account, call)));
  const others = marks.filter((_, position) => own[position] === undefined).slice(0, MARKS_MAX - 1);
  return setCookie(cookieNames.device, [`${number}.${code}`, ...others].join(SEPARATOR), LIFETIME_SECONDS);
}

/** The device number of the browser, if the user has signed in with it using the current password. */
export async function findKnownDevice(
  userId: string,
  account: Account | undefined,
  call: WebCall,
): Promise<string | undefined> {
  const numbers = await Promise.all(marksOf(call).map((mark) => numberIn(mark, userId, account, call)));
  return numbers.find((number) => number !== undefined);
}
