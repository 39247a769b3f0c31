import * as z from 'zod';
import { DEFAULT_QUOTAS, quotaNames, quotaNameSchema, quotaOf } from '../../kernel/api/limits/quotas.ts';
import {
  DEFAULT_RATE_LIMITS,
  limitedBy,
  parseRateLimits,
  RATE_LIMITS_VARIABLE,
  WINDOW_SECONDS,
} from '../../kernel/api/limits/rate-limits.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memoize } from '../../kernel/core/schema.ts';

const limitsSchema = memoize(() =>
  z
    .object({
      rateLimits: z.array(
        z.object({
          name: z
            .enum(limitedBy)
            .meta({ description: 'What the limit applies to; also its name in the RateLimit header.' }),
          limit: z.int().meta({ description: 'Maximum number of requests in a window.' }),
          windowSeconds: z.int(),
        }),
      ),
      writesADay: z.int().meta({
        description:
          'Maximum number of writes of the workspace in a day (UTC), of which each item of a bulk request is one.',
      }),
      quotas: z.array(
        z.object({
          name: quotaNameSchema(),
          limit: z.int().meta({ description: 'The maximum.' }),
          used: z
            .int()
            .meta({ description: 'How many the workspace has; for stories, how many it has ever created.' }),
        }),
      ),
    })
    .meta({
      id: 'Limits',
      description: 'The rate limits and quotas of a workspace.',
      examples: [
        {
          rateLimits: [{ name: 'credential', limit: 600, windowSeconds: WINDOW_SECONDS }],
          writesADay: DEFAULT_RATE_LIMITS.writesADay,
          quotas: [{ name: 'members', limit: DEFAULT_QUOTAS.members, used: 12 }],
        },
      ],
    }),
);

export const getLimits = operation({
  id: 'getLimits',
  method: 'GET',
  path: `${WORKSPACE_PATH}/limits`,
  tag: 'Workspaces',
  summary: 'Get the rate limits and quotas',
  description:
    'Returns the rate limits of each credential and of the workspace, and the quotas with their current usage. To see how many requests are left, read the `RateLimit` header of any response.',
  scopes: [],
  output: limitsSchema,
  load: ({ path, read }) => ({ limits: getWorkspaceLimits(read, path.workspaceId) }),
  handle: async ({ caller, loaded: { limits }, read, setting }) => {
    const requests = { ...parseRateLimits(setting(RATE_LIMITS_VARIABLE)), ...limits.rateLimits };
    // It brings the stores of other functions; few requests need it.
    const { usageOf } = await import('../../projections/count-usage.ts');
    const used = await usageOf(read, caller.workspaceId, quotaNames);
    return {
      rateLimits: limitedBy.map((name) => ({ name, limit: requests[name]!, windowSeconds: WINDOW_SECONDS })),
      writesADay: requests.writesADay!,
      quotas: quotaNames.map((name) => ({ name, limit: quotaOf(limits, name), used: used[name]! })),
    };
  },
});
