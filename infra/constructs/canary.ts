import { Duration, type Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { WatchedMetric } from './alarms.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { runRegularly } from './run-regularly.ts';
import { workerFunction } from './worker-function.ts';

interface CanaryProps {
  config: EnvironmentConfig;
  /** The address that clients use. */
  baseUrl: string;
  table: ITableV2;
  logGroup: LogGroup;
}

/** For CloudWatch Synthetics, as many runs would cost $10 a month instead of 15 cents. */
const EVERY = Duration.minutes(5);

interface Canary {
  function: IFunction;
  watched: Record<'CanaryErrors' | 'CanaryStill', WatchedMetric>;
}

/** A function that tries the service every five minutes at its public address, and what alarms are to watch of it. */
export function addCanary(stack: Stack, { config, baseUrl, table, logGroup }: CanaryProps): Canary {
  const { function: canary } = workerFunction(stack, 'Canary', {
    config,
    entry: 'canary',
    resources: { table },
    environment: { BASE_URL: baseUrl },
    logGroup,
  });
  runRegularly(stack, 'CanarySchedule', canary, { every: EVERY });
  return {
    function: canary,
    watched: {
      CanaryErrors: {
        metric: canary.metricErrors({ statistic: 'Sum', period: EVERY }),
        above: 0,
        severity: 'page',
      },
      CanaryStill: {
        metric: canary.metricInvocations({ statistic: 'Sum', period: Duration.minutes(15) }),
        below: 1,
        severity: 'page',
      },
    },
  };
}
