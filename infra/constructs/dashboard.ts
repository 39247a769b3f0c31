import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Dashboard, GraphWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct, IConstruct } from 'constructs';
import { indexNames, summedMetric, tableMetric } from './table-metrics.ts';

interface DashboardProps {
  api: HttpApi;
  table: ITableV2;
  functions: readonly IFunction[];
  queues: readonly IQueue[];
}

/** Adds one view of an environment: its API, its table, and each function and queue of its stacks. */
export function addDashboard(scope: Construct, { api, table, functions, queues }: DashboardProps): void {
  const perFunction = (title: string, metricName: string, statistic: string) =>
    new GraphWidget({
      title,
      width: 12,
      left: functions.map((fn) => fn.metric(metricName, { statistic, label: labelOf(fn) })),
    });
  const perQueue = (title: string, metricName: string) =>
    new GraphWidget({
      title,
      width: 12,
      left: queues.map((queue) =>
        queue.metric(metricName, { statistic: Stats.MAXIMUM, label: labelOf(queue) }),
      ),
    });
  const ofTable = (metricName: string) => tableMetric(table, { metricName });
  const ofIndexes = (metricName: string) =>
    indexNames.map((index) => tableMetric(table, { metricName, index, label: `${metricName} ${index}` }));
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
        perQueue('Waiting messages', 'ApproximateNumberOfMessagesVisible'),
        perQueue('Age of the oldest message, s', 'ApproximateAgeOfOldestMessage'),
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
          left: ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((metricName) => [
            ofTable(metricName),
            ...ofIndexes(metricName),
          ]),
        }),
      ],
      [
        new GraphWidget({
          title: 'Conflicts of transactions, and errors of DynamoDB',
          width: 12,
          left: [
            ofTable('TransactionConflict'),
            summedMetric(table, 'SystemErrors', 'Operation', { label: 'SystemErrors' }),
          ],
        }),
      ],
    ],
  });
}

/** The name of a function or queue in its stack, such as `Stories` or `MailQueue`. */
const labelOf = ({ node }: IConstruct): string => (node.id === 'Function' ? node.scope!.node.id : node.id);
