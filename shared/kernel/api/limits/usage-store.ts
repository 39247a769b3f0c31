import type { Database } from '../../core/database.ts';
import { addUp } from '../../db/add-up.ts';
import { itemKind } from '../../db/table.ts';
import { WINDOW_SECONDS, type LimitedBy, type OwnRateLimits } from './rate-limits.ts';
import { peekWorkspaceLimits } from './workspace-limits-store.ts';

/** The subject of a limit: a credential or a workspace. */
interface Limited {
  by: LimitedBy;
  id: string;
}

/** The counters and limits that all sandboxes share. */
export interface UsageStore {
  /** Adds requests to a window's total over all sandboxes and returns it. Windows are numbered since 1970. */
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
