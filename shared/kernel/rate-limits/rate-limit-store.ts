import { createHash } from 'node:crypto';
import { itemKind } from '../db/table.ts';
import { commit } from '../db/write.ts';
import type { Key, Database } from '../core/database.ts';

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

class LimitReached extends Error {
  override name = 'LimitReached';
}

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
  const counter = counterKey(limit, who, now);
  const ttl = Math.ceil((now.getTime() + 2 * limit.span) / 1000);
  try {
    await commit(database, [
      {
        update: counter,
        with: { add: { attempts: 1 }, set: { ttl } },
        if: { absentOrAtMost: { attribute: 'attempts', value: limit.most - 1 } },
        onConditionFailed: () => new LimitReached(),
      },
    ]);
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
