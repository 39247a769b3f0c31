import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { parseUserSecret } from '../../kernel/auth/user-secret.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { pageStateOf } from '../../planning/pages/page-changes.ts';
import { cookieNames } from '../session/cookies.ts';
import { getSession } from '../session/session-store.ts';
import { NEWS, TEAMS_AT_ONCE } from './live-paths.ts';

/** How much later an entry of a log may be written than its change can be read, and clocks may differ. */
const SLACK_MS = 1_000;

/**
 * Whether what a page looks at has changed: 204 if not, 200 if so, with what it is called now in `x-state`. The first time,
 * a page says when it was made (`since`), then what it knows (`state`). All is read side by side, eventually consistent:
 * what is missed is seen with the next request. Throws a 404 for who may not see it.
 */
export async function answerChanges(call: WebCall): Promise<WebResponse> {
  const { request, services, now } = call;
  const { query } = request;
  const read = createReader(services.database, { consistent: false });
  const idOf = (text: string | null | undefined) => uuid().safeParse(text).data;
  const workspaceId = idOf(request.parameters['workspaceId']);
  const memberId = idOf(query.get('member'));
  const teamIds = query.getAll('team').flatMap((text) => idOf(text) ?? []);
  const secret = parseUserSecret(request.cookies[cookieNames.session] ?? '');
  if (!secret || memberId === undefined || workspaceId === undefined || teamIds.length > TEAMS_AT_ONCE)
    throw notFound('page');
  const { userId } = secret;
  const charge = { requests: 1, writes: 0 };
  call.present({ credentialId: userId, workspaceId, proof: secret.text }, charge);
  const [isSignedIn, membership, { state, changedAt }] = await Promise.all([
    isSession(read, secret, now),
    readMembership(read, workspaceId, memberId),
    pageStateOf(read, { workspaceId, teamIds, ...(query.has(NEWS) && { memberId }) }),
  ]);
  const isOwn = isSignedIn && membership?.accepted === true && membership.userId === userId;
  if (!isOwn || !teamIds.every((id) => membership.teamIds.has(id))) throw notFound('page');
  call.note({ userId });
  await call.identify({ kind: 'user', principalId: memberId, credentialId: userId, workspaceId });
  const known = query.get('state');
  const isNew =
    known === null ? changedAt >= Date.parse(query.get('since') ?? '') - SLACK_MS : known !== state;
  return {
    status: isNew ? 200 : 204,
    headers: { 'cache-control': 'private, no-store', 'x-state': state },
  };
}

/** Whether the session of a browser goes on. */
async function isSession(
  read: Reader,
  secret: NonNullable<ReturnType<typeof parseUserSecret>>,
  now: Date,
): Promise<boolean> {
  const [session, account] = await Promise.all([getSession(read, secret), getAccount(read, secret.userId)]);
  if (!session || session.customer || session.host !== undefined) return false;
  return session.expiresAt > now.getTime() && session.passwordSetAt === account?.passwordSetAt;
}
