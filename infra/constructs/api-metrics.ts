import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { watchedSums, type WatchedMetric } from './alarms.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { indexNames, tableMetric } from './table-metrics.ts';

const PERIOD = Duration.minutes(5);
/** Fewer requests in a period say nothing about the share of those that fail. */
const FEWEST_REQUESTS = 20;
const ERRORS_PERCENT = 1;
const SLOW_MS = 3_000;
const THROTTLES_MAX = 10;

/** The executions at once that an account has, unless it asked for more. */
const ACCOUNT_CONCURRENCY = 1_000;
const CONCURRENCY_SHARE = 0.8;

/** Executions at once of all functions of the account, which refuses those beyond its limit, whose ever they are. */
export const accountConcurrency = (config: EnvironmentConfig): WatchedMetric => ({
  metric: new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'ConcurrentExecutions',
    statistic: Stats.MAXIMUM,
    period: PERIOD,
  }),
  above: CONCURRENCY_SHARE * (config.accountConcurrency ?? ACCOUNT_CONCURRENCY),
  periods: 2,
});

/** The alarms on the HTTP API. */
export const watchedApi = (api: HttpApi, table: ITableV2): Record<string, WatchedMetric> => ({
  ApiErrors: { metric: errorPercent(api), above: ERRORS_PERCENT, periods: 2 },
  SlowAnswers: {
    metric: api.metricLatency({ statistic: Stats.percentile(99), period: PERIOD }),
    above: SLOW_MS,
    periods: 3,
  },
  ...watchedSums('TableThrottles', throttlesOf(table), { above: THROTTLES_MAX, period: PERIOD }),
  ...watchedSums(
    'IndexThrottles',
    indexNames.flatMap((index) => throttlesOf(table, index)),
    { above: THROTTLES_MAX, period: PERIOD },
  ),
});

function errorPercent(api: HttpApi): IMetric {
  const usingMetrics = {
    errors: api.metricServerError({ statistic: Stats.SUM, period: PERIOD }),
    requests: api.metricCount({ statistic: Stats.SUM, period: PERIOD }),
  };
  const expression = `IF(requests >= ${FEWEST_REQUESTS}, 100 * errors / requests, 0)`;
  return new MathExpression({ expression, usingMetrics, period: PERIOD, label: 'Requests that fail, %' });
}

/** Refused reads and writes of the table or of an index. A write that an index refuses is counted there alone. */
const throttlesOf = (table: ITableV2, index?: string): Metric[] =>
  ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) =>
    tableMetric(table, { metricName, period: PERIOD, ...(index ? { index } : {}) }),
  );
