import type { Database } from '../../kernel/core/database.ts';
import { consumeAttempt, refundAttempt, type RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import type { StoredMail } from './mail-store.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** News that one person causes for one address: who writes too much waits, not who is written to. */
export const CAUSER_LIMIT: RateLimit = { name: 'news caused for address', most: 30, span: HOUR_MS };
/** News that one person causes for all others together. */
const CAUSER_TOTAL_LIMIT: RateLimit = { name: 'news caused', most: 1_000, span: HOUR_MS };
/** News on behalf of one workspace, so that it does not use up what all may send. */
export const WORKSPACE_LIMIT: RateLimit = { name: 'mail of workspace', most: 5_000, span: HOUR_MS };
/** Invitations of one workspace, whose readers have not asked for its mail. */
export const INVITATIONS_LIMIT: RateLimit = { name: 'invitations of workspace', most: 100, span: DAY_MS };
/** Invitations of one workspace to one address, so that it does not use up what others may send there. */
export const REPEATED_LIMIT: RateLimit = {
  name: 'invitations of workspace to address',
  most: 2,
  span: DAY_MS,
};
/** Invitations of all workspaces to one address. */
export const INVITED_LIMIT: RateLimit = { name: 'invitations to address', most: 10, span: DAY_MS };
/** The limit of immediate news to one address; further news is sent in a digest. */
export const NEWS_LIMIT: RateLimit = { name: 'news to address', most: 100, span: HOUR_MS };

/**
 * Counts a mail towards the limits of those who cause it; undefined beyond one, otherwise a function that uncounts it.
 * Codes and notices of security count nowhere: their own limits are where they are asked for.
 */
export async function countNews(
  database: Database,
  { content: { to, subscription, invitation, causedBy }, workspaceId }: StoredMail,
  now: Date,
): Promise<(() => Promise<unknown>) | undefined> {
  const limits: [RateLimit, string][] = [];
  if (subscription && causedBy !== undefined) {
    limits.push([CAUSER_LIMIT, JSON.stringify([causedBy, to.toLowerCase()])]);
    limits.push([CAUSER_TOTAL_LIMIT, causedBy]);
  }
  if (subscription && workspaceId !== undefined) limits.push([WORKSPACE_LIMIT, workspaceId]);
  if (invitation) {
    const [of, address] = [invitation.workspaceId, to.toLowerCase()];
    limits.push([INVITATIONS_LIMIT, of], [REPEATED_LIMIT, JSON.stringify([of, address])]);
    limits.push([INVITED_LIMIT, address]);
  }
  const counted: [RateLimit, string][] = [];
  const refund = () => Promise.all(counted.map(([limit, who]) => refundAttempt(database, limit, who, now)));
  for (const [limit, who] of limits) {
    if (await consumeAttempt(database, limit, who, now)) counted.push([limit, who]);
    else return void (await refund());
  }
  return refund;
}
