import type { Assembly, TemplateResource } from '../../infra/local/template/template.ts';
import type { Prices } from './prices.ts';

/** Lambda polls a queue over this many connections at least, each for 20 s. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
const POLLERS = 5;
const POLLS_PER_MONTH = (POLLERS * 30 * 24 * 3_600) / 20;

const ofType = ({ resources }: Assembly, type: string): TemplateResource[] =>
  resources.filter((resource) => resource.type === type);

interface GetAtt {
  'Fn::GetAtt'?: [string, string];
}

/** The mappings of queues, by the logical id of their function. */
const queueMappings = (assembly: Assembly): string[] => {
  const queues = new Set(ofType(assembly, 'AWS::SQS::Queue').map(({ logicalId }) => logicalId));
  return ofType(assembly, 'AWS::Lambda::EventSourceMapping').flatMap(({ properties }) => {
    const { EventSourceArn: source, FunctionName: fn } = properties as {
      EventSourceArn: GetAtt;
      FunctionName: { Ref: string };
    };
    return queues.has(source['Fn::GetAtt']?.[0] ?? '') ? [fn.Ref] : [];
  });
};

/** The names of the functions that queues invoke. */
export const queueFunctions = (assembly: Assembly): string[] =>
  ofType(assembly, 'AWS::Lambda::Function')
    .filter(({ logicalId }) => queueMappings(assembly).includes(logicalId))
    .map(({ name }) => name);

const MINUTES: Record<string, number> = { minute: 1, hour: 60, day: 1_440 };

/** The scheduled rules, and how often they run. */
export const schedulesOf = (assembly: Assembly) =>
  ofType(assembly, 'AWS::Events::Rule').map(({ logicalId, name, properties }) => {
    const [, count, unit] = /^rate\((\d+) (\w+?)s?\)$/.exec(String(properties['ScheduleExpression'])) ?? [];
    return { logicalId, name, everyMinutes: Number(count) * MINUTES[unit!]! };
  });

/** US dollars a month for what is paid for by being there. */
export function monthlyParts(assembly: Assembly, prices: Prices): { name: string; dollars: number }[] {
  const part = (name: string, type: string, price: number) => {
    const { length } = ofType(assembly, type);
    return { name: `${length} ${name}`, dollars: length * price };
  };
  const mappings = queueMappings(assembly).length;
  return [
    part('alarms', 'AWS::CloudWatch::Alarm', prices.perAlarmMonth),
    part('dashboards', 'AWS::CloudWatch::Dashboard', prices.perDashboardMonth),
    part('secrets', 'AWS::SecretsManager::Secret', prices.perSecretMonth),
    {
      name: `polling of ${mappings} queues`,
      dollars: (mappings * POLLS_PER_MONTH * prices.perMillionQueueRequests) / 1e6,
    },
  ];
}
