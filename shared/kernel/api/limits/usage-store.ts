import type { Database } from '../../core/database.ts';
import { addUp } from '../../db/add-up.ts';
import { itemKind } from '../../db/table.ts';
import { WINDOW_SECONDS, type LimitedBy, type OwnRateLimits } from './rate-limits.ts';
import { peekWorkspaceLimits } from './workspace-limits-store.ts';

/** What a limit is counted for: a credential or a workspace. */
interface Limited {
  by: LimitedBy;
  id: string;
}

/** What all sandboxes share. */
export interface UsageStore {
  /** Adds requests to those of all sandboxes in a window, numbered since 1970; returns the sum. */
  report: (limited: Limited, window: number, count: number) => Promise<number>;
  /** The limits that an operator has set for a workspace. */
  ownLimits: (workspaceId: string) => Promise<OwnRateLimits>;
}

const usageKind = itemKind('RATE#', 'expiry');

/** The usage store in the table: one small item for each credential and workspace in use in a window. */
export const usageStore = (database: Database): UsageStore => ({
  report: ({ by, id }, window, count) =>
    addUp(database, usageKind.key(`${by}#${id}#${window}`), { count, ttl: (window + 2) * WINDOW_SECONDS }),
  ownLimits: async (workspaceId) => (await peekWorkspaceLimits(database, workspaceId)).rateLimits,
});
