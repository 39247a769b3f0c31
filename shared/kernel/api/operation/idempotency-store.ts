import { createHash } from 'node:crypto';
import type { Caller } from '../../core/caller.ts';
import { itemKind } from '../../db/table.ts';
import { ApiError } from '../../core/errors.ts';
import { uuid } from '../../core/schema.ts';
import type { Operation } from './operation-kinds.ts';
import type { Key, Item, Change } from '../../core/database.ts';

/** Retention of keys of operations other than createStory, in milliseconds (docs/guides/limits.md). */
const KEY_RETENTION_MS = 24 * 60 * 60 * 1000;
const NO_EXPIRY = Number.MAX_SAFE_INTEGER;

const recordKind = itemKind('I#', 'workspace');

/** What begins the record of a write that was only proposed, in the place of a resource's id. */
export const PROPOSED = 'proposed ';

/** The record of an earlier request with the same key. */
interface IdempotencyRecord {
  bodyHash: string;
  resourceId: string;
  /** The time at which the key expires, in milliseconds since 1970; the table's TTL only cleans up. */
  freeAt: number;
}

/** A request's idempotency key: the key of its record, and the hash of the exact bytes sent. */
export interface IdempotencyClaim {
  key: Key;
  bodyHash: string;
  freeAt: number;
}

/**
 * The 409 for a key that another request has used, with the id of the resource that it created or changed; some writes
 * record other values.
 */
const keyReused = (resourceId: string): ApiError =>
  new ApiError('idempotency_key_reused', 'This Idempotency-Key was used for a different request.', {
    details: uuid().safeParse(resourceId).success ? { resourceId } : {},
  });

/** Another request committed with the key between this one's read and its write. */
export class AlreadyCommitted extends Error {
  override name = 'AlreadyCommitted';
  readonly record: IdempotencyRecord;

  constructor(record: IdempotencyRecord) {
    super('The idempotency key was used meanwhile.');
    this.record = record;
  }
}

/**
 * The claim of a request. A key's scope is principal, workspace, method and operation (docs/specification.md,
 * "Requests"), all of which the token contains, so no read is needed. Path parameters count as part of the
 * body.
 */
export function idempotencyClaim(
  operation: Operation,
  principal: Pick<Caller, 'principalId' | 'workspaceId'>,
  sent: { idempotencyKey: string; path: string; body: Buffer },
  now: Date,
): IdempotencyClaim {
  const { method, id, idempotency } = operation;
  const scope = [principal.principalId, principal.workspaceId, method, id, sent.idempotencyKey];
  return {
    key: recordKind.key(createHash('sha256').update(JSON.stringify(scope)).digest('base64url')),
    bodyHash: hashRequest(operation, sent),
    freeAt: idempotency === 'required' ? NO_EXPIRY : now.getTime() + KEY_RETENTION_MS,
  };
}

function hashRequest(operation: Operation, { path, body }: { path: string; body: Buffer }): string {
  const hash = createHash('sha256');
  if (operation.path.replace('{workspaceId}', '').includes('{')) hash.update(`${path}\n`);
  return hash.update(body).digest('base64url');
}

/** Returns the record of a claim, unless it has expired; throws a 409 if other bytes were sent. */
export function findReplay(
  claim: IdempotencyClaim,
  item: Item | undefined,
  now: Date,
): IdempotencyRecord | undefined {
  const record = item as (Item & IdempotencyRecord) | undefined;
  if (!record || record.freeAt <= now.getTime()) return undefined;
  if (record.bodyHash === claim.bodyHash) return record;
  throw keyReused(record.resourceId);
}

/** Stores the record: in the same transaction as the write, or before its steps. */
export function recordIdempotencyKey(
  claim: IdempotencyClaim,
  resourceId: string,
  now: Date,
): Extract<Change, { put: Item }> {
  const { key, bodyHash, freeAt } = claim;
  const ttl = freeAt === NO_EXPIRY ? {} : { ttl: Math.ceil(freeAt / 1000) };
  return {
    put: { ...key, bodyHash, resourceId, freeAt, ...ttl },
    if: freeAt === NO_EXPIRY ? 'absent' : { absentOrAtMost: { attribute: 'freeAt', value: now.getTime() } },
    onConditionFailed: (current) => {
      const record = current && findReplay(claim, current, now);
      return record ? new AlreadyCommitted(record) : new Error('The idempotency record vanished.');
    },
  };
}
