import { createHash } from 'node:crypto';
import { requestOriginOf, type RequestOrigin } from '../../kernel/api/operation/request-origin.ts';
import type { AuditedField } from '../../kernel/api/operation/audit-trail-store.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import type { AuditType } from '../../kernel/core/audit-types.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { itemKind } from '../../kernel/db/table.ts';

/**
 * An act on a person's account, by them or by someone else. It is retained for 30 days with the account, outside of
 * any workspace, and copied from there to the audit trails of the person's workspaces
 * (shared/projections/account-acts.ts).
 */
export interface AccountAct {
  type: AuditType;
  /** The person, someone unknown, or the service or its operator. */
  by: 'person' | 'unknown' | 'system';
  via: Actor['via'];
  /** When it happened first, in milliseconds since 1970. */
  at: number;
  origin: RequestOrigin | null;
  /** The target of the act, if it is not the person. */
  target?: { id: string; name: string | null };
  changes?: readonly AuditedField[];
}

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** All of a person's acts are in one partition, to be deleted with the account. */
export const accountActKind = itemKind('UJ#', 'account', 'any');

/** A stored act: whose it is, and how often it happened. */
export const toAccountAct = (item: Item): { userId: string; act: AccountAct; count: number } => ({
  userId: accountActKind.idOf(item),
  act: JSON.parse(item['act'] as string) as AccountAct,
  count: item['count'] as number,
});

function putAct(userId: string, name: string, act: AccountAct): Change {
  const { pk } = accountActKind.key(userId);
  const ttl = Math.ceil((act.at + RETENTION_MS) / 1000);
  return {
    put: { pk, sk: name, act: JSON.stringify(act), count: 1, ttl },
    if: 'absent',
    onConditionFailed: writeConflict,
  };
}

type ActDetails = Pick<AccountAct, 'type' | 'target' | 'changes'> & Partial<Pick<AccountAct, 'by' | 'via'>>;

const actOf = ({ request, now }: Pick<WebCall, 'request' | 'now'>, details: ActDetails): AccountAct => ({
  by: 'person',
  via: 'portal',
  ...details,
  at: now.getTime(),
  origin: requestOriginOf(request),
});

/** The change that records an act of a request, to be written with what it does. */
export const recordAct = (
  userId: string,
  call: Pick<WebCall, 'request' | 'now'>,
  details: ActDetails,
): Change => putAct(userId, newId(call.now), actOf(call, details));

/** Like recordAct, for what the operator does. */
export const recordOperatorAct = (userId: string, type: AuditType, now: Date): Change =>
  putAct(userId, newId(now), { type, by: 'system', via: 'cli', at: now.getTime(), origin: null });

/**
 * Like recordAct, for what can be repeated at will: those of an hour from one place are one act that is counted, so
 * no one fills a trail. Throws WriteConflict if two begin at once.
 */
export async function countAct(
  read: Reader,
  { userId, place }: { userId: string; place: string },
  call: Pick<WebCall, 'request' | 'now'>,
  details: ActDetails,
): Promise<Change> {
  const hour = Math.floor(call.now.getTime() / HOUR_MS);
  const mark = createHash('sha256').update(place).digest('base64url').slice(0, 8);
  const name = `${details.type}#${hour}#${mark}`;
  const key: Key = { pk: accountActKind.key(userId).pk, sk: name };
  const known = await read.get(key);
  return known
    ? { update: key, with: { add: { count: 1 } }, if: 'present' }
    : putAct(userId, name, actOf(call, details));
}
