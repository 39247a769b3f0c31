import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { WatchedMetric } from './alarms.ts';
import type { Edge } from './edge.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { runRegularly } from './run-regularly.ts';
import { workerFunction } from './worker-function.ts';

interface EdgeKeyRotationProps {
  edge: Edge;
  config: EnvironmentConfig;
  table: ITableV2;
  logGroup: LogGroup;
}

/** Rotates the edge's key on a schedule, as the webhook stack does the keyring. Returns what alarms are to watch. */
export function addEdgeKeyRotation(
  stack: Stack,
  { edge, config, table, logGroup }: EdgeKeyRotationProps,
): Record<string, WatchedMetric> {
  const { key, distributionId } = edge;
  const rotation = workerFunction(stack, 'EdgeKeyRotation', {
    config,
    entry: 'edge-key-rotation',
    resources: { table, secrets: { EDGE_KEY_ARN: key }, distributionId },
    logGroup,
  });
  runRegularly(stack, 'EdgeKeySchedule', rotation.function, { every: Duration.days(1), retryAttempts: 2 });
  new CfnOutput(stack, 'EdgeKeyArn', { value: key.secretArn });
  new CfnOutput(stack, 'DistributionId', { value: distributionId });
  return { EdgeKeyRotationErrors: { metric: rotation.function.metricErrors(), above: 0 } };
}
