import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type IFilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { LIMITER_FAILED_MESSAGE } from '../../shared/kernel/api/limits/rate-limiter.ts';
import type { WatchedMetric } from './alarms.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** Failed reports of the rate limiter in five minutes before an alarm; a few are timeouts. */
const FAILURES = 50;

/**
 * Refused requests in five minutes before an alarm: those of one that sends twice the usual limit of a credential. A
 * program that waits as Retry-After says gets a few a minute.
 */
const REFUSED = 3_000;

/** The metrics and alarms of the rate limiter, from the log lines of the functions behind the gateway. */
export function watchedLimiter(
  scope: Construct,
  logGroup: LogGroup,
  config: EnvironmentConfig,
): Record<string, WatchedMetric> {
  const count = (name: string, filterPattern: IFilterPattern): IMetric =>
    new MetricFilter(scope, name, {
      logGroup,
      metricNamespace: 'Plotline',
      metricName: `${name}-${config.id}`,
      filterPattern,
    }).metric({ statistic: 'Sum' });
  return {
    // It could not reach its store, and let requests pass.
    LimiterFailures: {
      metric: count('LimiterFailures', FilterPattern.literal(`"${LIMITER_FAILED_MESSAGE}"`)),
      above: FAILURES,
    },
    TenantSaturation: {
      metric: count('TenantSaturation', FilterPattern.exists('$.message.limitedBy')),
      above: REFUSED,
      periods: 2,
    },
  };
}
