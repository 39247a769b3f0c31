import * as z from 'zod';
import { ApiError } from '../../core/errors.ts';
import { memoize } from '../../core/schema.ts';
import type { OwnRateLimits } from './rate-limits.ts';

/**
 * The default quota of a workspace for each resource that grows without bound. To add one, add it here and to
 * `usageOf`.
 */
export const DEFAULT_QUOTAS = {
  members: 5_000,
  teams: 1_000,
  /** Stories created, including deleted ones: the numbers that teams have drawn. */
  stories: 1_000_000,
  relations: 500_000,
  views: 10_000,
  portals: 100,
  endpoints: 1_000,
  attachment_megabytes: 10_000,
} as const;

export type QuotaName = keyof typeof DEFAULT_QUOTAS;
export const quotaNames = Object.keys(DEFAULT_QUOTAS) as QuotaName[];
export const quotaNameSchema = memoize(() => z.enum(quotaNames as [QuotaName, ...QuotaName[]]));

/** The number for each quota; undefined for the default. */
export type OwnQuotas = { [name in QuotaName]?: number | undefined };

/** What a new story must know of a custom field of its team without reading it. */
export interface StoryFieldRule {
  /** Null for a field of the whole workspace. */
  teamId: string | null;
  required: boolean;
  hasDefault: boolean;
}

/** The rules of a workspace's custom fields by their keys. */
export type StoryFieldRules = Readonly<Record<string, StoryFieldRule>>;

/** The limits that an operator has set for one workspace, and its current usage of each quota. */
export interface WorkspaceLimits {
  rateLimits: OwnRateLimits;
  quotas: OwnQuotas;
  /** The usage, as last counted by the projection `usage`. */
  used: OwnQuotas;
  /** What new stories must know of the custom fields of the workspace and its teams. */
  storyFields: StoryFieldRules;
}

/** The highest quota that an operator can set. */
export const QUOTA_MAX = 1_000_000_000;

/** The quota of a workspace: its own, or the default. */
export const quotaOf = ({ quotas }: Pick<WorkspaceLimits, 'quotas'>, name: QuotaName): number =>
  quotas[name] ?? DEFAULT_QUOTAS[name];

/**
 * Throws `quota_exceeded` if a workspace has used up a quota. The usage lags by up to a minute, or by seconds near the
 * quota, so a workspace can exceed it by what it creates in that time. `more` is what a request uses besides the one.
 */
export function assertWithinQuota(limits: WorkspaceLimits, name: QuotaName, more = 0): void {
  const limit = quotaOf(limits, name);
  if ((limits.used[name] ?? 0) + more < limit) return;
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
  attachment_megabytes: 'megabytes of attachments',
};
