import * as z from 'zod';
import { ApiError } from '../../core/errors.ts';
import { memoize } from '../../core/schema.ts';
import type { OwnRateLimits } from './rate-limits.ts';

/** What a workspace can have, by default, of each thing that grows without bound. To add one, add it here and to `usageOf`. */
export const DEFAULT_QUOTAS = {
  members: 5_000,
  teams: 1_000,
  /** Stories created, including deleted ones: the numbers that teams have drawn. */
  stories: 1_000_000,
  relations: 500_000,
  views: 10_000,
  portals: 100,
  endpoints: 1_000,
} as const;

export type QuotaName = keyof typeof DEFAULT_QUOTAS;
export const quotaNames = Object.keys(DEFAULT_QUOTAS) as QuotaName[];
export const quotaNameSchema = memoize(() => z.enum(quotaNames as [QuotaName, ...QuotaName[]]));

/** How many of each thing; undefined for the default. */
export type OwnQuotas = { [name in QuotaName]?: number | undefined };

/** What an operator has set for one workspace, and how much it has of what has a quota. */
export interface WorkspaceLimits {
  rateLimits: OwnRateLimits;
  quotas: OwnQuotas;
  /** As last counted by the projection `usage`. */
  used: OwnQuotas;
}

/** The highest quota that an operator can set. */
export const QUOTA_MAX = 1_000_000_000;

/** The quota of a workspace: its own, or the default. */
export const quotaOf = ({ quotas }: Pick<WorkspaceLimits, 'quotas'>, name: QuotaName): number =>
  quotas[name] ?? DEFAULT_QUOTAS[name];

/**
 * Throws `quota_exceeded` if a workspace has used up a quota. The figure follows changes by up to a minute, or,
 * near the quota, by seconds, so as much more may pass as is created in that time.
 */
export function assertWithinQuota(limits: WorkspaceLimits, name: QuotaName): void {
  const limit = quotaOf(limits, name);
  if ((limits.used[name] ?? 0) < limit) return;
  throw new ApiError('quota_exceeded', `The workspace has reached its quota of ${limit} ${labels[name]}.`, {
    details: { quota: name, limit },
  });
}

const labels: Record<QuotaName, string> = {
  members: 'members',
  teams: 'teams',
  stories: 'stories',
  relations: 'relations',
  views: 'views',
  portals: 'portals',
  endpoints: 'webhook endpoints',
};
