import { RemovalPolicy } from 'aws-cdk-lib';
import { AUDIT_RETENTION_DAYS } from '../shared/kernel/api/operation/audit-trail-store.ts';
import { DEFAULT_QUOTAS } from '../shared/kernel/api/limits/quotas.ts';
import { DEFAULT_RATE_LIMITS } from '../shared/kernel/api/limits/rate-limits.ts';
import { EVENT_RETENTION_DAYS } from '../shared/kernel/log/retention.ts';
import { STORAGE_MIN_MB, storageFor } from '../shared/kernel/read-model/model-cache.ts';
import type { EnvironmentConfig } from './constructs/environment-config.ts';

type Preset = Omit<EnvironmentConfig, 'name' | 'id'>;

export const development: Preset = {
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  pointInTimeRecovery: false,
  backups: false,
  emptiesBuckets: true,
  logRetentionDays: 7,
  eventRetentionDays: EVENT_RETENTION_DAYS,
  auditRetentionDays: AUDIT_RETENTION_DAYS,
  functionMemory: 1_024,
  workerMemory: 512,
  modelStorage: STORAGE_MIN_MB,
  throttle: { rate: 200, burst: 400 },
  rateLimits: DEFAULT_RATE_LIMITS,
  webhookConcurrency: 50,
  jobConcurrency: 20,
  sweepers: 1,
  rollout: 'all-at-once',
};

const production: Preset = {
  removalPolicy: RemovalPolicy.RETAIN,
  deletionProtection: true,
  pointInTimeRecovery: true,
  backups: true,
  emptiesBuckets: false,
  logRetentionDays: 90,
  eventRetentionDays: EVENT_RETENTION_DAYS,
  auditRetentionDays: AUDIT_RETENTION_DAYS,
  functionMemory: 1_024,
  workerMemory: 512,
  // For a team that has all stories of its workspace.
  modelStorage: storageFor(DEFAULT_QUOTAS.stories),
  // Above the quota that accounts have at first, which then applies.
  throttle: { rate: 20_000, burst: 10_000 },
  rateLimits: DEFAULT_RATE_LIMITS,
  webhookConcurrency: 100,
  jobConcurrency: 50,
  sweepers: 4,
  rollout: 'canary',
  edge: 'front',
};

/** What an environment is by its kind, where its file sets nothing else. */
export const presets = {
  development,
  /** The shape of production, with data that no one would miss. */
  staging: { ...production, ...keepingNothing() },
  production,
};

function keepingNothing(): Partial<Preset> {
  const { removalPolicy, deletionProtection, backups, emptiesBuckets, logRetentionDays } = development;
  return { removalPolicy, deletionProtection, backups, emptiesBuckets, logRetentionDays };
}
