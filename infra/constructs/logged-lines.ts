import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from './environment-config.ts';

/** The number of log lines that contain a text, or one of several, as the metric `<name>-<environment>`. */
export const loggedLines = (
  scope: Construct,
  name: string,
  { logGroup, text, config }: { logGroup: LogGroup; text: string | string[]; config: EnvironmentConfig },
): Metric =>
  new MetricFilter(scope, name, {
    logGroup,
    metricNamespace: 'Plotline',
    metricName: `${name}-${config.id}`,
    filterPattern: FilterPattern.anyTerm(...[text].flat()),
  }).metric({ statistic: 'Sum' });
