import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { countAct } from '../../identity/audit/account-act-store.ts';
import type { UserSecret } from '../../kernel/auth/user-secret.ts';
import type { AuditType } from '../../kernel/core/audit-types.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { addressPrefix } from '../../kernel/net/address-prefix.ts';
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
