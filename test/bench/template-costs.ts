import type { Assembly, TemplateResource } from '../../infra/local/template/template.ts';
import type { Prices } from './prices.ts';

/** Lambda polls a queue over this many connections at least, each for 20 s. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
const POLLERS = 5;
const POLLS_PER_MONTH = (POLLERS * 30 * 24 * 3_600) / 20;
const DAYS_PER_MONTH = 30;

export type Resource = Pick<TemplateResource, 'type' | 'logicalId' | 'name' | 'properties'>;

/** US dollars a month for a thing. */
interface MonthlyPart {
  name: string;
  dollars: number;
}

const ofType = (resources: readonly Resource[], type: string): Resource[] =>
  resources.filter((resource) => resource.type === type);

interface GetAtt {
  'Fn::GetAtt'?: [string, string];
}

/** The mappings of queues, by the logical id of their function. */
const queueMappings = (resources: readonly Resource[]): string[] => {
  const queues = new Set(ofType(resources, 'AWS::SQS::Queue').map(({ logicalId }) => logicalId));
  return ofType(resources, 'AWS::Lambda::EventSourceMapping').flatMap(({ properties }) => {
    const { EventSourceArn: source, FunctionName: fn } = properties as {
      EventSourceArn: GetAtt;
      FunctionName: { Ref: string };
    };
    return queues.has(source['Fn::GetAtt']?.[0] ?? '') ? [fn.Ref] : [];
  });
};

/** The names of the functions that queues invoke. */
export const queueFunctions = (resources: readonly Resource[]): string[] =>
  ofType(resources, 'AWS::Lambda::Function')
    .filter(({ logicalId }) => queueMappings(resources).includes(logicalId))
    .map(({ name }) => name);

const isFunction = ({ type }: Resource): boolean => type === 'AWS::Lambda::Function';

/** The names of the functions that the gateway invokes: these alone have names that are known before them. */
export const gatewayFunctions = (resources: readonly Resource[]): Set<string> =>
  new Set(
    resources
      .filter((resource) => isFunction(resource) && resource.properties['FunctionName'] !== undefined)
      .map(({ name }) => name),
  );

/** The names of the functions whose invocations Lambda logs with lines of its own. */
export const platformLogged = (resources: readonly Resource[]): Set<string> =>
  new Set(
    resources
      .filter(isFunction)
      .filter(({ properties }) =>
        JSON.stringify(properties['LoggingConfig'] ?? {}).includes('"SystemLogLevel":"INFO"'),
      )
      .map(({ name }) => name),
  );

/** How many secrets each function knows, by its name. */
export const secretsOf = (resources: readonly Resource[]): Map<string, number> =>
  new Map(
    resources.filter(isFunction).map(({ name, properties }) => {
      const { Variables = {} } = (properties['Environment'] ?? {}) as { Variables?: object };
      return [name, Object.keys(Variables).filter((variable) => variable.endsWith('_ARN')).length];
    }),
  );

const MINUTES: Record<string, number> = { minute: 1, hour: 60, day: 1_440 };

/** The scheduled rules, and how often they run. */
export const schedulesOf = ({ resources }: Assembly) =>
  ofType(resources, 'AWS::Events::Rule').map(({ logicalId, name, properties }) => {
    const [, count, unit] = /^rate\((\d+) (\w+?)s?\)$/.exec(String(properties['ScheduleExpression'])) ?? [];
    return { logicalId, name, everyMinutes: Number(count) * MINUTES[unit!]! };
  });

/** The characters of a line in the gateway's access log, with each variable as long as `lengths` says. */
export function accessLogBytes(
  resources: readonly Resource[],
  lengths: Readonly<Record<string, number>>,
): number {
  const [stage] = ofType(resources, 'AWS::ApiGatewayV2::Stage');
  const { Format: format } = stage!.properties['AccessLogSettings'] as { Format: string };
  return format.replaceAll(/\$context\.([\w.]+)/g, (_, name: string) => {
    const length = lengths[name];
    if (length === undefined) throw new Error(`How long is $context.${name} in the access log?`);
    return ' '.repeat(length);
  }).length;
}

/** What is paid for by being there. An alarm is paid for each of the metrics that it combines. */
export function monthlyParts(resources: readonly Resource[], prices: Prices): MonthlyPart[] {
  const part = (name: string, type: string, price: number) => {
    const { length } = ofType(resources, type);
    return { name: `${length} ${name}`, dollars: length * price };
  };
  const alarms = ofType(resources, 'AWS::CloudWatch::Alarm');
  const metrics = alarms.reduce((sum, { properties }) => sum + metricsOf(properties), 0);
  const mappings = queueMappings(resources).length;
  return [
    { name: `${alarms.length} alarms on ${metrics} metrics`, dollars: metrics * prices.perAlarmMonth },
    part('dashboard', 'AWS::CloudWatch::Dashboard', prices.perDashboardMonth),
    part('secrets', 'AWS::SecretsManager::Secret', prices.perSecretMonth),
    {
      name: `polling of ${mappings} queues`,
      dollars: (mappings * POLLS_PER_MONTH * prices.perMillionQueueRequests) / 1e6,
    },
  ];
}

function metricsOf({ Metrics: metrics }: Record<string, unknown>): number {
  if (!Array.isArray(metrics)) return 1;
  return metrics.filter((metric: { MetricStat?: unknown }) => metric.MetricStat !== undefined).length;
}

interface BackupRule {
  RuleName: string;
  ScheduleExpression: string;
  Lifecycle: { DeleteAfterDays: number; MoveToColdStorageAfterDays?: number };
}

/** What a gigabyte in the table costs a month: stored, recoverable to each second, and in the backups that are retained. */
export function storageParts(resources: readonly Resource[], prices: Prices): MonthlyPart[] {
  const [table] = ofType(resources, 'AWS::DynamoDB::GlobalTable');
  const isRecoverable = JSON.stringify(table!.properties).includes('"PointInTimeRecoveryEnabled":true');
  const rules = ofType(resources, 'AWS::Backup::BackupPlan').flatMap(
    ({ properties }) => (properties['BackupPlan'] as { BackupPlanRule: BackupRule[] }).BackupPlanRule,
  );
  return [
    { name: 'stored', dollars: prices.perGigabyteMonthStored },
    ...(isRecoverable ? [{ name: 'recovery points', dollars: prices.perGigabyteMonthRecoverable }] : []),
    ...rules.map((rule) => backupPart(rule, prices)),
  ];
}

function backupPart(
  { RuleName: name, ScheduleExpression: schedule, Lifecycle: lifecycle }: BackupRule,
  prices: Prices,
): MonthlyPart {
  const { DeleteAfterDays: days, MoveToColdStorageAfterDays: warmDays = days } = lifecycle;
  const [, , dayOfMonth] = schedule.replace(/^cron\(/, '').split(' ');
  const everyDays = /^\d+$/.test(dayOfMonth!) ? DAYS_PER_MONTH : 1;
  const [warm, cold] = [warmDays / everyDays, (days - warmDays) / everyDays];
  return {
    name: `${name.toLowerCase()} backups (${Math.round(days / everyDays)} retained)`,
    dollars: warm * prices.perGigabyteMonthOfBackup + cold * prices.perGigabyteMonthOfColdBackup,
  };
}
