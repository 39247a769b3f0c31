import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { QUOTA_MAX, quotaNameSchema } from '../../kernel/api/limits/quotas.ts';
import { rateLimitsSchema } from '../../kernel/api/limits/rate-limits.ts';
import {
  getWorkspaceLimits,
  setWorkspaceLimitsItem,
} from '../../kernel/api/limits/workspace-limits-store.ts';
import { orNotFound } from '../../kernel/core/errors.ts';
import { getWorkspaceItem } from './workspace-store.ts';

const rateLimit = rateLimitsSchema().shape.credential;

/** The limits to change: null restores the environment's limit, omitted ones stay the same. */
const changes = z.strictObject({
  rateLimits: z
    .strictObject({
      credential: rateLimit.nullable().exactOptional(),
      workspace: rateLimit.nullable().exactOptional(),
      writesADay: rateLimit.nullable().exactOptional(),
    })
    .exactOptional(),
  quotas: z.partialRecord(quotaNameSchema(), z.int().min(0).max(QUOTA_MAX).nullable()).exactOptional(),
});

const ownLimits = z.object({
  rateLimits: z.object({ credential: rateLimit, workspace: rateLimit, writesADay: rateLimit }).partial(),
  quotas: z.partialRecord(quotaNameSchema(), z.int()),
});

/** Sandboxes take up a workspace's limits within a minute of reading them last. */
export const setWorkspaceLimits = operatorOperation({
  id: 'setWorkspaceLimits',
  summary: "Set a workspace's own limits, in place of the environment's",
  inWorkspace: true,
  audit: audited('workspace.limits_set', ['rateLimits', 'quotas']),
  body: changes,
  output: ownLimits,
  load: ({ path, read }) => ({
    workspace: getWorkspaceItem(read, path.workspaceId),
    limits: getWorkspaceLimits(read, path.workspaceId),
  }),
  handle: async ({ path, body, loaded, commit }) => {
    orNotFound(loaded.workspace, 'workspace');
    const { rateLimits, quotas } = loaded.limits;
    const next = { rateLimits: changed(rateLimits, body.rateLimits), quotas: changed(quotas, body.quotas) };
    // Asking for the limits is no act of anybody: the audit trail has changes.
    if (isDeepStrictEqual(next, { rateLimits, quotas })) {
      await commit([], path.workspaceId);
      return next;
    }
    await commit([setWorkspaceLimitsItem(path.workspaceId, next)], path.workspaceId, {
      from: { rateLimits, quotas },
      to: next,
    });
    return next;
  },
});

/** Limits with others set, and those that are null removed. */
function changed<K extends string>(
  limits: { [key in K]?: number | undefined },
  changes: Partial<Record<K, number | null>> = {},
): Partial<Record<K, number>> {
  const entries = Object.entries({ ...limits, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Partial<Record<K, number>>;
}
