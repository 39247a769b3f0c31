import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Watched } from './alarms.ts';

const PERIOD = Duration.minutes(5);
/** Fewer requests in a period say nothing about the share of those that fail. */
const FEWEST_REQUESTS = 20;
const ERRORS_PERCENT = 1;
const SLOW_MS = 3_000;

/** What the HTTP API must not do unnoticed. */
export const watchedApi = (api: HttpApi, table: ITableV2): Record<string, Watched> => ({
  ApiErrors: { metric: errorPercent(api), above: ERRORS_PERCENT, periods: 2 },
  SlowAnswers: {
    metric: api.metricLatency({ statistic: Stats.percentile(99), period: PERIOD }),
    above: SLOW_MS,
    periods: 3,
  },
  TableThrottles: {
    metric: new MathExpression({
      expression: 'reads + writes',
      period: PERIOD,
      usingMetrics: {
        reads: throttleEvents(table, 'ReadThrottleEvents'),
        writes: throttleEvents(table, 'WriteThrottleEvents'),
      },
    }),
    above: 10,
  },
});

function errorPercent(api: HttpApi): IMetric {
  const usingMetrics = {
    errors: api.metricServerError({ statistic: Stats.SUM, period: PERIOD }),
    requests: api.metricCount({ statistic: Stats.SUM, period: PERIOD }),
  };
  const expression = `IF(requests >= ${FEWEST_REQUESTS}, 100 * errors / requests, 0)`;
  return new MathExpression({ expression, usingMetrics, period: PERIOD, label: 'Requests that fail, %' });
}

const throttleEvents = (table: ITableV2, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName },
    statistic: Stats.SUM,
    period: PERIOD,
  });
