import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { verifyPassword } from '../session/password.ts';
import type { Session } from '../session/session.ts';
import { assertSignInAllowed } from './sign-in-rate-limit.ts';

/** The time for which a sign-in with a code counts as reauthentication, in milliseconds. */
const REAUTHENTICATION_LIFETIME_MS = 15 * 60 * 1000;

/** The required proof that the owner of an account is at the browser: none, its password, or a fresh code. */
export type Reauthentication = 'none' | 'password' | 'code';

/** The reauthentication that a session needs before it can change the person's sign-in method. */
export async function requiredReauthentication(
  session: Session,
  { read, now }: WebCall,
): Promise<Reauthentication> {
  if (isProven(session, now)) return 'none';
  return (await getAccount(read, session.user.id)) ? 'password' : 'code';
}

const isProven = ({ provenAt }: Session, now: Date): boolean => isRecent(provenAt, now);

const isRecent = (at: number | undefined, now: Date): boolean =>
  at !== undefined && now.getTime() - at < REAUTHENTICATION_LIFETIME_MS;

/**
 * The reauthentication that a session needs before it can delete its account: a recent sign-in, by any method,
 * suffices.
 */
export const requiredForDeletion = async (session: Session, call: WebCall): Promise<Reauthentication> =>
  isRecent(session.startedAt, call.now) ? 'none' : await requiredReauthentication(session, call);

/**
 * Validates the current password of a session that is not proven; returns the key of an error if it is wrong. Throws a
 * 429 beyond the limit of guesses.
 */
export async function reauthenticate(
  session: Session,
  current: string,
  call: WebCall,
): Promise<'address.wrongPassword' | undefined> {
  if (isProven(session, call.now)) return undefined;
  const { id: userId, email } = session.user;
  const account = await getAccount(call.read, userId);
  const forgive = await assertSignInAllowed({ email, userId, account }, call);
  if (await verifyPassword(current, account?.passwordHash)) return void (await forgive());
  call.note({ failed: 'password' });
  await recordFailedSignIn(email, userId, call);
  return 'address.wrongPassword';
}
