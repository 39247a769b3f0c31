import { countAct } from '../../identity/audit/account-act-store.ts';
import type { Change } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { addressPrefix } from '../../kernel/net/address-prefix.ts';
import { getUser, type User } from '../../identity/members/user-store.ts';
import { getAccount, type Account } from '../../kernel/auth/account-store.ts';
import { clearCookie, cookieFor, cookieNames, setCookie } from './cookies.ts';
import { newDeviceCookie } from './known-device.ts';
import { rememberLanguage } from './remember-language.ts';
import { endRecordedSession } from './recorded-session.ts';
import {
  deleteSession,
  getSession,
  putSession,
  SESSION_LIFETIME_MS,
  type StoredSession,
} from './session-store.ts';
import { newUserSecret, parseUserSecret, type UserSecret } from '../../kernel/auth/user-secret.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** The maximum stored length of a browser's User-Agent. */
const AGENT_MAX_CHARACTERS = 200;

/** A user signed in with this browser. */
export interface Session {
  user: User;
  secret: UserSecret;
  /** Password version of the account; whatever was started in the session ends when it changes. */
  passwordSetAt: string | undefined;
  /** When the person last proved by mail that the address is theirs, in milliseconds since 1970. */
  provenAt: number | undefined;
  /** When it began, in milliseconds since 1970. */
  startedAt: number | undefined;
  /** Whether a company has signed in its customer: then it is for one portal, and for no account. */
  isCustomer?: boolean;
}

/**
 * Returns the session of a request, unless it has expired or ended or the password has changed since. Sessions of
 * customers are none.
 */
export async function findSession(call: WebCall): Promise<Session | undefined> {
  const { request, read, now } = call;
  const secret = parseUserSecret(request.cookies[cookieNames.session] ?? '');
  if (!secret) return undefined;
  // All browsers of a person count together.
  call.present({ credentialId: secret.userId, workspaceId: null, proof: secret.text });
  const [session, account, user] = await Promise.all([
    getSession(read, secret),
    getAccount(read, secret.userId),
    getUser(read, secret.userId),
  ]);
  const good =
    session &&
    !session.customer &&
    session.host === portalHostOf(call) &&
    session.expiresAt > now.getTime() &&
    session.passwordSetAt === account?.passwordSetAt;
  const { passwordSetAt, provenAt, startedAt } = session ?? {};
  if (!good || !user) return undefined;
  // A page that is only read changes nothing.
  if (request.method === 'POST') await rememberLanguage(user, call);
  return { user, secret, passwordSetAt, provenAt, startedAt };
}

/** The host of a portal that a request is for; undefined on the service's own. */
const portalHostOf = ({ home, services }: WebCall): string | undefined =>
  home === undefined ? undefined : new URL(services.baseUrl()).hostname;

/** What begins a session. */
export interface BegunBy {
  /** Changes that are committed with it. */
  alsoWrite?: readonly Change[];
  /** Its secret; by default a random one. */
  secret?: UserSecret;
}

/**
 * Starts a session, always a new one, which prevents session fixation. Returns its cookies. `account` is the
 * one that was verified: reading it again could return another password. `proven` says that the person has proved by
 * mail that the address is theirs, `signsIn` whether this is a sign-in to record.
 */
export async function beginSession(
  userId: string,
  account: Account | undefined,
  call: WebCall,
  { proven = false, signsIn = true, ...by }: { proven?: boolean; signsIn?: boolean } & BegunBy = {},
): Promise<string[]> {
  const { request, now, services } = call;
  const secret = by.secret ?? newUserSecret(userId, services.randomBytes);
  const passwordSetAt = account?.passwordSetAt;
  const before = parseUserSecret(request.cookies[cookieNames.session] ?? '');
  const session = [
    ...(by.alsoWrite ?? []),
    putSession(secret, {
      passwordSetAt,
      expiresAt: now.getTime() + SESSION_LIFETIME_MS,
      startedAt: now.getTime(),
      host: portalHostOf(call),
      agent: request.headers['user-agent']?.slice(0, AGENT_MAX_CHARACTERS),
      ...(proven ? { provenAt: now.getTime() } : {}),
    }),
    ...(before ? [deleteSession(before)] : []),
  ];
  const place = { userId, place: addressPrefix(request.sourceIp) };
  const signIn = { type: 'member.signed_in' } as const;
  // Nothing may fail once the session has begun.
  const user = await getUser(call.read, userId);
  await retryOnConflict(async () => {
    const act = signsIn ? [await countAct(createReader(services.database), place, call, signIn)] : [];
    await commit(services.database, [...session, ...act]);
  });
  if (user) await rememberLanguage(user, call);
  call.note({ userId });
  return await sessionCookies(secret, account, call);
}

const sessionCookies = async (
  secret: UserSecret,
  account: Account | undefined,
  call: WebCall,
): Promise<string[]> => [
  setCookie(cookieNames.session, secret.text, SESSION_LIFETIME_MS / 1000),
  await newDeviceCookie(secret.userId, account, call),
  clearCookie(cookieNames.visit),
];

/** The cookies of a session that has just begun, for a form that was sent twice; undefined if the session has ended. */
export async function repeatSessionCookies(secret: UserSecret, call: WebCall): Promise<string[] | undefined> {
  const read = createReader(call.services.database);
  const [session, account] = await Promise.all([getSession(read, secret), getAccount(read, secret.userId)]);
  if (session?.passwordSetAt !== account?.passwordSetAt || !session) return undefined;
  call.note({ userId: secret.userId, repeated: true });
  return session.customer ? portalCookies(secret, call) : await sessionCookies(secret, account, call);
}

/** Ends the session of a request and returns the cookies that clear it. */
export async function endSession(call: WebCall): Promise<string[]> {
  const secret = parseUserSecret(call.request.cookies[cookieNames.session] ?? '');
  if (secret) await endRecordedSession(secret, 'member.signed_out', call);
  return [clearCookie(cookieNames.session)];
}

/** The secret of a session that is for one portal. */
export const portalSecretOf = ({ request }: WebCall) =>
  parseUserSecret(request.cookies[cookieNames.customer] ?? '');

/** A session for one portal and no account. */
interface PortalSession
  extends Pick<StoredSession, 'customer'>, Partial<Pick<StoredSession, 'passwordSetAt'>>, BegunBy {
  userId: string;
}

/** Starts a session for one portal in the place of the browser's former one, and returns its cookies. */
export async function beginPortalSession(
  { userId, alsoWrite = [], secret: chosen, ...session }: PortalSession,
  call: WebCall,
): Promise<string[]> {
  const { request, now, services } = call;
  const secret = chosen ?? newUserSecret(userId, services.randomBytes);
  const before = portalSecretOf(call);
  await commit(services.database, [
    ...alsoWrite,
    putSession(secret, {
      ...session,
      expiresAt: now.getTime() + SESSION_LIFETIME_MS,
      startedAt: now.getTime(),
      agent: request.headers['user-agent']?.slice(0, AGENT_MAX_CHARACTERS),
    }),
    ...(before ? [deleteSession(before)] : []),
  ]);
  call.note({ userId });
  return portalCookies(secret, call);
}

const portalCookies = ({ text }: UserSecret, { request }: WebCall): string[] => [
  cookieFor(request)(cookieNames.customer, text, SESSION_LIFETIME_MS / 1000),
];

/**
 * Starts the session of a person who has signed in within a frame of another site, and returns its cookies. It is for the
 * portal in the frame and for no account, as that of a customer, and ends when another password is set.
 */
export async function beginFramedSession(
  userId: string,
  portalId: string,
  call: WebCall,
  by: BegunBy = {},
): Promise<string[]> {
  const [account, user] = await Promise.all([getAccount(call.read, userId), getUser(call.read, userId)]);
  const cookies = await beginPortalSession(
    { userId, passwordSetAt: account?.passwordSetAt, customer: { portalId }, ...by },
    call,
  );
  if (user) await rememberLanguage(user, call);
  return cookies;
}
