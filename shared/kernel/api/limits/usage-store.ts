import type { Database } from '../../core/database.ts';
import { DAY_MS } from '../../core/date-span.ts';
import { addUp } from '../../db/add-up.ts';
import { itemKind } from '../../db/table.ts';
import { WINDOW_MS, type LimitedBy } from './rate-limits.ts';
import { peekWorkspaceLimits } from './workspace-limits-store.ts';

/** The subject of a limit: a credential or a workspace. */
interface Limited {
  by: LimitedBy;
  id: string;
}

/** The limits of a workspace in place of the environment's; undefined for those. */
export type OwnLimits = { [by in LimitedBy]?: number | undefined };

/** The counters and limits that all sandboxes share. */
export interface UsageStore {
  /** Adds to a window's total over all sandboxes and returns it. Windows are numbered since 1970. */
  report: (limited: Limited, window: number, count: number) => Promise<number>;
  /** The limits that an operator has set for a workspace. */
  ownLimits: (workspaceId: string) => Promise<OwnLimits>;
}

const usageKind = itemKind('RATE#', 'expiry');

/** Requests a minute in the table: one small item for each credential and workspace in use in a window. */
export const usageStore = (database: Database): UsageStore => ({
  ...counters(database, '', WINDOW_MS),
  ownLimits: async (workspaceId) => (await peekWorkspaceLimits(database, workspaceId)).rateLimits,
});

/** Writes a day in the table, of workspaces. */
export const writeStore = (database: Database): UsageStore => ({
  ...counters(database, 'writes#', DAY_MS),
  ownLimits: async (workspaceId) => {
    const { rateLimits } = await peekWorkspaceLimits(database, workspaceId);
    return { workspace: rateLimits.writesADay };
  },
});

const counters = (database: Database, prefix: string, windowMs: number): Omit<UsageStore, 'ownLimits'> => ({
  report: ({ by, id }, window, count) =>
    addUp(database, usageKind.key(`${prefix}${by}#${id}#${window}`), {
      count,
      ttl: ((window + 2) * windowMs) / 1_000,
    }),
});
