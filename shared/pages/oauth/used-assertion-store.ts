import { createHash } from 'node:crypto';
import { itemKind } from '../../kernel/db/table.ts';
import type { Change } from '../../kernel/core/database.ts';

/** Assertions that were used, by the hashes of their issuers and ids, until they expire. */
const usedKind = itemKind('AX#', 'expiry');

/** Records the use of an assertion. Throws `usedBefore` for one that was used, in whatever process. */
export const putUsedAssertion = (
  { issuer, jti, expiresAt }: { issuer: string; jti: string; expiresAt: Date },
  usedBefore: () => Error,
): Change => ({
  put: {
    ...usedKind.key(
      createHash('sha256')
        .update(JSON.stringify([issuer, jti]))
        .digest('base64url'),
    ),
    // Longer than it is valid, by the clock tolerance and to spare.
    ttl: Math.ceil(expiresAt.getTime() / 1000) + 10 * 60,
  },
  if: 'absent',
  onConditionFailed: usedBefore,
});
