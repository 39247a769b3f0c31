import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { WatchedMetric } from './alarms.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { summedMetric } from './table-metrics.ts';

const PERIOD = Duration.minutes(5);
/** Fewer requests in a period say nothing about the share of those that fail. */
const FEWEST_REQUESTS = 20;
const ERRORS_PERCENT = 1;
const SLOW_MS = 3_000;
const THROTTLES_MAX = 10;
const SYSTEM_ERRORS_MAX = 50;
const CONFLICTS_MAX = 1_000;
/** Of a release, in a minute: one may be of a timeout. */
const FEWEST_ERRORS = 2;
/** Errors of functions in five minutes that are not a chance: a sweeper that fails each minute has one more. */
const FUNCTION_ERRORS_MAX = 4;

/** The executions at once that an account has, unless it asked for more. */
export const ACCOUNT_CONCURRENCY = 1_000;
const CONCURRENCY_SHARE = 0.8;

/** A metric of all functions of the account: for each function of its own, thirty of them would cost $3 a month. */
const ofAccount = (metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });

/** The alarms on the functions of the account, which share its limit of executions at once. */
export const watchedFunctions = (config: EnvironmentConfig): Record<string, WatchedMetric> => ({
  AccountConcurrency: {
    metric: ofAccount('ConcurrentExecutions', Stats.MAXIMUM),
    above: CONCURRENCY_SHARE * (config.accountConcurrency ?? ACCOUNT_CONCURRENCY),
    periods: 2,
    severity: 'page',
  },
  FunctionThrottles: { metric: ofAccount('Throttles', Stats.SUM), above: 0 },
  FunctionErrors: { metric: ofAccount('Errors', Stats.SUM), above: FUNCTION_ERRORS_MAX },
  RecursiveInvocations: { metric: ofAccount('RecursiveInvocationsDropped', Stats.SUM), above: 0 },
});

/** Whether more requests of a minute fail than new code may cause while a tenth of the requests reach it. */
export const releaseErrors = (api: HttpApi): WatchedMetric => ({
  metric: errorPercent(api, { period: Duration.minutes(1), condition: `errors >= ${FEWEST_ERRORS}` }),
  above: ERRORS_PERCENT,
});

/** The alarms on the HTTP API. */
export const watchedApi = (api: HttpApi): Record<string, WatchedMetric> => ({
  ApiErrors: {
    metric: errorPercent(api, { period: PERIOD, condition: `requests >= ${FEWEST_REQUESTS}` }),
    above: ERRORS_PERCENT,
    periods: 2,
    severity: 'page',
  },
  SlowAnswers: {
    metric: api.metricLatency({ statistic: Stats.percentile(99), period: PERIOD }),
    above: SLOW_MS,
    periods: 3,
  },
});

/** The alarms on the table. */
export const watchedTable = (table: ITableV2): Record<string, WatchedMetric> => ({
  TableThrottles: { metric: ofTable(table, 'WriteThrottleEvents'), above: THROTTLES_MAX },
  TableThrottles2: { metric: ofTable(table, 'ReadThrottleEvents'), above: THROTTLES_MAX },
  // A write that an index refuses is counted there alone.
  IndexThrottles: { metric: overIndexes(table, 'WriteThrottleEvents'), above: THROTTLES_MAX },
  IndexThrottles2: { metric: overIndexes(table, 'ReadThrottleEvents'), above: THROTTLES_MAX },
  // A few are tried again by the SDK; many are an outage of DynamoDB.
  SystemErrors: {
    metric: summedMetric(table, 'SystemErrors', 'Operation', { period: PERIOD }),
    above: SYSTEM_ERRORS_MAX,
    severity: 'page',
  },
  // Each was tried again, up to twelve times: so many mean that some requests end with 409.
  TransactionConflicts: {
    metric: ofTable(table, 'TransactionConflict'),
    above: CONFLICTS_MAX,
    periods: 2,
  },
});

const ofTable = (table: ITableV2, metricName: string): IMetric =>
  summedMetric(table, metricName, undefined, { period: PERIOD });

const overIndexes = (table: ITableV2, metricName: string): IMetric =>
  summedMetric(table, metricName, 'GlobalSecondaryIndexName', { period: PERIOD });

/** The share of requests that fail where a condition holds, and 0 elsewhere. */
const errorPercent = (
  api: HttpApi,
  { period, condition }: { period: Duration; condition: string },
): IMetric =>
  percentOfRequests(api, {
    errors: api.metricServerError({ statistic: Stats.SUM, period }),
    period,
    condition,
    label: 'Requests that fail, %',
  });

interface PercentOfRequests {
  errors: IMetric;
  period: Duration;
  /** Where it holds: an expression over `errors` and `requests`. */
  condition: string;
  label: string;
}

function percentOfRequests(api: HttpApi, { errors, period, condition, label }: PercentOfRequests): IMetric {
  const usingMetrics = { errors, requests: api.metricCount({ statistic: Stats.SUM, period }) };
  const expression = `IF(${condition}, 100 * errors / requests, 0)`;
  return new MathExpression({ expression, usingMetrics, period, label });
}

const FALLBACKS_PERCENT = 1;

/** The alarm on calls that functions leave to the SDK, by their number and that of requests. */
export const watchedFallbacks = (api: HttpApi, calls: Metric): Record<string, WatchedMetric> => ({
  DirectCalls: {
    metric: percentOfRequests(api, {
      errors: calls.with({ period: PERIOD }),
      period: PERIOD,
      condition: `requests >= ${FEWEST_REQUESTS}`,
      label: 'Calls left to the SDK, % of requests',
    }),
    above: FALLBACKS_PERCENT,
    periods: 2,
  },
});
