import { CfnOutput, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import {
  CfnStage,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type HttpRouteIntegration,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Operation } from '../shared/api/operation.ts';
import { registry, type FunctionName } from '../shared/api/registry.ts';
import type { EnvironmentConfig } from './config.ts';
import { ServiceFunction } from './constructs/service-function.ts';

interface ApiStackProps extends StackProps {
  config: EnvironmentConfig;
  table: TableV2;
  cursorKey: Secret;
}

/** The HTTP API: one function per group of operations, one route per operation, all from the registry. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, { config, table, cursorKey, ...props }: ApiStackProps) {
    super(scope, id, props);
    const api = new HttpApi(this, 'Api', { apiName: `plotline-${config.name}`, createDefaultStage: false });
    for (const [name, operations] of Object.entries(registry) as [FunctionName, Operation[]][]) {
      const group = new ServiceFunction(this, capitalized(name), { config, entry: name });
      group.bindTable(table, name === 'public' ? 'read' : 'readWrite');
      if (operations.some(({ paged }) => paged)) group.bindCursorKey(cursorKey);
      const integration = integrationOf(group, name);
      addRoutes(this, api, operations, integration);
      if (name !== 'public') continue;
      new HttpRoute(this, 'Default', { httpApi: api, routeKey: HttpRouteKey.DEFAULT, integration });
    }
    addStage(this, api, config);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-APIG4',
      reason: 'Authority is decided in the functions, in the same read as the data, at each request.',
    });
    new CfnOutput(this, 'BaseUrl', { value: api.apiEndpoint });
  }
}

const capitalized = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`;

/** A permission per route would overflow the function's resource policy (20 KB) at about 30 routes. */
const integrationOf = (group: ServiceFunction, name: string): HttpRouteIntegration =>
  new HttpLambdaIntegration(`${name}Integration`, group.function, { scopePermissionToRoute: false });

function addRoutes(
  stack: Stack,
  httpApi: HttpApi,
  operations: Operation[],
  integration: HttpRouteIntegration,
): void {
  for (const { id, method, path } of operations) {
    const routeKey = HttpRouteKey.with(path, HttpMethod[method]);
    new HttpRoute(stack, `Route-${id}`, { httpApi, routeKey, integration });
  }
}

/** The path without a stage's name, with limits, and an access log that holds no header and no query. */
function addStage(
  stack: Stack,
  api: HttpApi,
  { throttle, logRetentionDays, removalPolicy }: EnvironmentConfig,
): void {
  const logs = new LogGroup(stack, 'AccessLogs', { retention: logRetentionDays, removalPolicy });
  const fields = [
    'requestId',
    'ip',
    'requestTime',
    'routeKey',
    'status',
    'responseLength',
    'integrationLatency',
  ];
  const format = Object.fromEntries(
    fields.map((field) => [field, field === 'ip' ? '$context.identity.sourceIp' : `$context.${field}`]),
  );
  new CfnStage(stack, 'Stage', {
    apiId: api.apiId,
    stageName: '$default',
    autoDeploy: true,
    defaultRouteSettings: { throttlingRateLimit: throttle.rate, throttlingBurstLimit: throttle.burst },
    accessLogSettings: { destinationArn: logs.logGroupArn, format: JSON.stringify(format) },
  });
}
