import type { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { table as tableDefinition } from '../../shared/kernel/db/table.ts';

/** The names of the table's indexes. */
export const indexNames = Object.keys(tableDefinition.indexes);

interface TableMetric {
  metricName: string;
  /** Of this index, which the table's own metric does not include. */
  index?: string;
  label?: string;
  period?: Duration;
}

/**
 * The sum of a metric of the table or of one of its indexes.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
 */
export const tableMetric = (table: ITableV2, { metricName, index, ...options }: TableMetric): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName, ...(index ? { GlobalSecondaryIndexName: index } : {}) },
    statistic: Stats.SUM,
    ...options,
  });

/**
 * The sum of a metric of the table, or over all of its indexes or operations, by a query: CloudWatch charges an alarm for the metrics
 * that it finds, and one of throttles or errors is there only where some were.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch-metrics-insights-querylanguage.html
 */
export const summedMetric = (
  table: ITableV2,
  metricName: string,
  over: 'GlobalSecondaryIndexName' | 'Operation' | undefined,
  options: { period?: Duration; label?: string },
): MathExpression =>
  new MathExpression({
    expression: `SELECT SUM(${metricName}) FROM SCHEMA("AWS/DynamoDB", ${over ? `${over}, ` : ''}TableName) WHERE TableName = '${table.tableName}'`,
    usingMetrics: {},
    ...options,
  });
