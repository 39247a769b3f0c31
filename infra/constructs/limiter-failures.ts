import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { LIMITER_FAILED_MESSAGE } from '../../shared/api/limits/rate-limiter.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** How often the rate limiters of functions could not reach their store, and let requests pass, by their logs. */
export function limiterFailures(
  scope: Construct,
  logGroups: readonly LogGroup[],
  { id }: EnvironmentConfig,
): IMetric {
  const filters = logGroups.map(
    (logGroup, index) =>
      new MetricFilter(scope, `LimiterFailures${index}`, {
        logGroup,
        metricNamespace: 'Plotline',
        metricName: `LimiterFailures-${id}`,
        filterPattern: FilterPattern.literal(`"${LIMITER_FAILED_MESSAGE}"`),
      }),
  );
  return filters[0]!.metric({ statistic: 'Sum' });
}
