import { createHash } from 'node:crypto';
import { itemKind } from '../db/table.ts';
import { commit } from '../db/write.ts';
import type { Change, Database, Key } from '../core/database.ts';

/** A maximum number of events per window. */
export interface RateLimit {
  /** What is counted, such as `sign-in address`. */
  name: string;
  most: number;
  /** Window length in milliseconds; each window starts from zero. */
  span: number;
}

const counterKind = itemKind('LIMIT#', 'expiry');
const counterKey = ({ name, span }: RateLimit, who: string, now: Date): Key => {
  const start = Math.floor(now.getTime() / span) * span;
  return counterKind.key(
    createHash('sha256')
      .update(JSON.stringify([name, who, start]))
      .digest('base64url'),
  );
};

/** A limit is reached. */
export class LimitReached extends Error {
  override name = 'LimitReached';
}

/** Counts an attempt together with what it does. Throws LimitReached at the limit. */
export const countAttempt = (limit: RateLimit, who: string, now: Date): Change => ({
  update: counterKey(limit, who, now),
  with: { add: { attempts: 1 }, set: { ttl: Math.ceil((now.getTime() + 2 * limit.span) / 1000) } },
  if: { absentOrAtMost: { attribute: 'attempts', value: limit.most - 1 } },
  onConditionFailed: () => new LimitReached(),
});

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot exceed the limit. Returns false at
 * the limit; refused attempts are not counted.
 */
export async function consumeAttempt(
  database: Database,
  limit: RateLimit,
  who: string,
  now: Date,
): Promise<boolean> {
  try {
    await commit(database, [countAttempt(limit, who, now)]);
    return true;
  } catch (error) {
    if (error instanceof LimitReached) return false;
    throw error;
  }
}

/** Uncounts an attempt that turned out not to be subject to the limit. */
export async function refundAttempt(
  database: Database,
  limit: RateLimit,
  who: string,
  now: Date,
): Promise<void> {
  await commit(database, [{ update: counterKey(limit, who, now), with: { add: { attempts: -1 } } }]);
}
