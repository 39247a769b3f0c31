import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Dashboard, GraphWidget, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from './environment-config.ts';

interface DashboardProps {
  api: HttpApi;
  table: ITableV2;
  config: EnvironmentConfig;
}

/**
 * One view of an environment. Functions and queues of all stacks are found by how their names begin: a reference from
 * one stack to another would keep them from ever being removed.
 */
export function addDashboard(scope: Construct, { api, table, config }: DashboardProps): void {
  const prefix = `Plotline-${config.id}`;
  const perFunction = (title: string, metricName: string, statistic: string) =>
    new GraphWidget({
      title,
      width: 12,
      left: [search('AWS/Lambda,FunctionName', 'FunctionName', metricName, statistic, prefix)],
    });
  const perQueue = (title: string, metricName: string, statistic: string) =>
    new GraphWidget({
      title,
      width: 12,
      left: [search('AWS/SQS,QueueName', 'QueueName', metricName, statistic, prefix)],
    });
  const ofTable = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName },
      statistic: Stats.SUM,
    });
  new Dashboard(scope, 'Dashboard', {
    defaultInterval: Duration.hours(12),
    widgets: [
      [
        new GraphWidget({
          title: 'Requests and errors',
          width: 12,
          left: [api.metricCount(), api.metricClientError(), api.metricServerError()].map((metric) =>
            metric.with({ statistic: Stats.SUM }),
          ),
        }),
        new GraphWidget({
          title: 'Latency, ms',
          width: 12,
          left: [50, 90, 99].map((part) => api.metricLatency({ statistic: Stats.percentile(part) })),
        }),
      ],
      [perFunction('Errors of functions', 'Errors', 'Sum'), perFunction('Throttles', 'Throttles', 'Sum')],
      [
        perFunction('Duration p99, ms', 'Duration', 'p99'),
        perFunction('Age of stream records, ms', 'IteratorAge', 'Maximum'),
      ],
      [
        perQueue('Waiting messages', 'ApproximateNumberOfMessagesVisible', 'Maximum'),
        perQueue('Age of the oldest message, s', 'ApproximateAgeOfOldestMessage', 'Maximum'),
      ],
      [
        new GraphWidget({
          title: 'Capacity units of the table',
          width: 12,
          left: [ofTable('ConsumedReadCapacityUnits'), ofTable('ConsumedWriteCapacityUnits')],
        }),
        new GraphWidget({
          title: 'Throttled reads and writes',
          width: 12,
          left: [ofTable('ReadThrottleEvents'), ofTable('WriteThrottleEvents')],
        }),
      ],
    ],
  });
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html */
const search = (schema: string, dimension: string, metricName: string, statistic: string, prefix: string) =>
  new MathExpression({
    expression: `SEARCH('{${schema}} MetricName="${metricName}" ${dimension}="${prefix}"', '${statistic}', 300)`,
    usingMetrics: {},
    label: '',
    period: Duration.minutes(5),
  });
