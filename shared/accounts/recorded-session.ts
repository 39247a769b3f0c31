import type { WebCall } from '../api/operation/web-route.ts';
import { countAct } from '../audit/account-act-store.ts';
import type { UserSecret } from '../auth/user-secret.ts';
import type { AuditType } from '../core/audit-types.ts';
import { writeConflict } from '../core/errors.ts';
import { createReader } from '../db/reader.ts';
import { retryOnConflict } from '../db/retry-on-conflict.ts';
import { commit } from '../db/write.ts';
import { addressPrefix } from '../net/address-prefix.ts';
import { deleteSession, getSession } from './session-store.ts';

/**
 * Ends a session and records it for the audit trails of its person's workspaces; one that is gone already is not
 * recorded again.
 */
export async function endRecordedSession(
  secret: UserSecret,
  type: Extract<AuditType, 'member.signed_out' | 'member.session_ended'>,
  call: Pick<WebCall, 'request' | 'now' | 'services'>,
): Promise<void> {
  const { database } = call.services;
  const place = { userId: secret.userId, place: addressPrefix(call.request.sourceIp) };
  await retryOnConflict(async () => {
    const read = createReader(database);
    if (!(await getSession(read, secret))) return;
    const deletion = {
      ...deleteSession(secret),
      if: 'present',
      onConditionFailed: writeConflict,
    } as const;
    await commit(database, [deletion, await countAct(read, place, call, { type })]);
  });
}
