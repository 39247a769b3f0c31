import type { Resolver, ResourceValues } from './intrinsics.ts';
import { StartError } from '../runner/start-error.ts';
import type { Assembly, Resource } from './template.ts';

/** Types that matter on AWS only: rights, alarms, log groups. Everything else must be run or refused. */
const IGNORED = [
  'AWS::ApiGateway::Account',
  'AWS::CDK::Metadata',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SecretsManager::ResourcePolicy',
];

const SERVED = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
];

/** Throws a StartError for the first resource whose type is neither served nor ignored on purpose. */
export function assertKnownResources(assembly: Assembly): void {
  for (const { type, logicalId, stack } of assembly.resources) {
    if (SERVED.includes(type) || IGNORED.includes(type)) continue;
    throw new StartError(
      `The local runner does not know ${type} (${stack.name}.${logicalId}): ` +
        'serve it, or name it among the ignored types in infra/local/template/resources.ts.',
    );
  }
}

/** The resources of these types that exist, in the order of the templates. */
export function resourcesOf(assembly: Assembly, resolver: Resolver, ...types: string[]): Resource[] {
  return assembly.resources.filter((resource) => types.includes(resource.type) && resolver.exists(resource));
}

/**
 * The name a resource has on this machine. It follows from stack and logical id, as a name that
 * CloudFormation makes does, so that the same template finds the same table after a restart.
 */
export function physicalName({ stack, logicalId }: Resource): string {
  return `${stack.name}-${logicalId}`;
}

/** The account that the queue engine knows, whichever one a stack is made for. */
const QUEUE_ACCOUNT = '000000000000';

/** What resources on this machine are reached by. */
export type Addresses = {
  /** Stands for the API's endpoint. */
  baseUrl: string;
  queueUrl: (resource: Resource) => string;
};

/**
 * What Ref and Fn::GetAtt give per resource type, after the "Return values" of each type in
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/.
 */
export function resourceValues({ baseUrl, queueUrl }: Addresses): (resource: Resource) => ResourceValues {
  return (resource) => {
    const name = physicalName(resource);
    const arn = (service: string, path: string) =>
      `arn:aws:${service}:${resource.stack.region}:${resource.stack.account}:${path}`;
    switch (resource.type) {
      case 'AWS::DynamoDB::Table':
      case 'AWS::DynamoDB::GlobalTable':
        return {
          ref: name,
          attributes: {
            Arn: arn('dynamodb', `table/${name}`),
            // Ends in the time the stream was made, which must not change between two starts.
            StreamArn: arn('dynamodb', `table/${name}/stream/2026-01-01T00:00:00.000`),
          },
        };
      case 'AWS::SecretsManager::Secret': {
        // The six characters that Secrets Manager appends to the name of every secret.
        const secret = arn('secretsmanager', `secret:${name}-local0`);
        return { ref: secret, attributes: { Id: secret } };
      }
      case 'AWS::SQS::Queue':
        return {
          ref: queueUrl(resource),
          attributes: {
            Arn: `arn:aws:sqs:${resource.stack.region}:${QUEUE_ACCOUNT}:${name}`,
            QueueName: name,
            QueueUrl: queueUrl(resource),
          },
        };
      case 'AWS::S3::Bucket': {
        const bucket = name.toLowerCase();
        return { ref: bucket, attributes: { Arn: `arn:aws:s3:::${bucket}` } };
      }
      case 'AWS::Events::Rule':
        return { ref: name, attributes: { Arn: arn('events', `rule/${name}`) } };
      case 'AWS::Lambda::Function':
        return { ref: name, attributes: { Arn: arn('lambda', `function:${name}`) } };
      case 'AWS::Lambda::EventSourceMapping':
        return { ref: name, attributes: { Id: name } };
      case 'AWS::ApiGatewayV2::Api':
        return { ref: name, attributes: { ApiId: name, ApiEndpoint: baseUrl } };
      case 'AWS::ApiGatewayV2::Integration':
        return { ref: name, attributes: { IntegrationId: name } };
      case 'AWS::ApiGatewayV2::Route':
        return { ref: name, attributes: { RouteId: name } };
      case 'AWS::ApiGatewayV2::Stage':
        return { ref: '$default', attributes: {} };
      case 'AWS::CloudFront::CachePolicy':
        return { ref: name, attributes: { Id: name } };
      case 'AWS::CloudFront::Function':
        return {
          ref: name,
          attributes: { FunctionARN: `arn:aws:cloudfront::${resource.stack.account}:function/${name}` },
        };
      default:
        throw new StartError(
          `${resource.stack.name}.${resource.logicalId} (${resource.type}) is needed to run a function, ` +
            'and the local runner does not serve this type.',
        );
    }
  };
}
