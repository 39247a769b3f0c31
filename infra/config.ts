import { RemovalPolicy } from 'aws-cdk-lib';
import type { EnvironmentConfig } from './constructs/environment-config.ts';

const throwaway = {
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  pointInTimeRecovery: false,
  logRetentionDays: 7,
  functionMemory: 1_024,
  throttle: { rate: 200, burst: 400 },
  webhookConcurrency: 10,
};

const environments: Record<string, Omit<EnvironmentConfig, 'name'>> = {
  local: { ...throwaway, edge: 'beside' },
  dev: throwaway,
  prod: {
    removalPolicy: RemovalPolicy.RETAIN,
    deletionProtection: true,
    pointInTimeRecovery: true,
    logRetentionDays: 90,
    functionMemory: 1_769,
    throttle: { rate: 2_000, burst: 4_000 },
    webhookConcurrency: 100,
    edge: 'front',
  },
};

/** Returns the configuration of an environment; throws an error that lists the known ones. */
export function environmentConfig(name: string): EnvironmentConfig {
  const config = environments[name];
  if (config) return { name, ...config };
  const known = Object.keys(environments).join(', ');
  throw new Error(`There is no environment "${name}" in infra/config.ts; known environments: ${known}.`);
}
