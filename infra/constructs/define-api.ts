import { ArnFormat, Fn, Stack } from 'aws-cdk-lib';
import type { CfnApi, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { challengeHeader } from '../../shared/kernel/api/http/challenge.ts';
import { fallbackGroup, functionGroups } from '../../shared/surface/registry.ts';
import { apiBody, type BodyIntegration } from './api-body.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { environmentTags } from './environment-tags.ts';
import { gatewayInUse } from './domain.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import { InlineRole } from './inline-role.ts';
import { ALIAS } from './rollout.ts';

/**
 * The name of a group's function. It is given, since the API names functions which themselves have the API's address: with
 * names that CloudFormation makes up, each would have to be there before the other.
 */
export const gatewayFunctionName = ({ id }: Pick<EnvironmentConfig, 'id'>, group: string): string =>
  `Plotline-${id}-${group}`;

/**
 * Defines the API by a document with its name, tags and routes to the functions of all groups, and lets the gateway invoke
 * these and no others. AWS refuses a document next to other properties ("Redundant fields"), which CDK sets.
 */
export function defineApi(stack: Stack, api: HttpApi, config: EnvironmentConfig): void {
  const arns = new Map(Object.keys(functionGroups).map((group) => [group, arnOf(stack, config, group)]));
  const role = new InlineRole(stack, 'GatewayRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
  });
  const functions = [...arns.values()];
  // The bare names are those of a release that had no aliases, which the role outlives by a moment.
  const resources = [...functions, ...functions.map(aliasOf)];
  role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }));
  const integrations = [...arns].map(([group, arn]) => [
    group,
    integrationOf(stack, aliasOf(arn), role.roleArn),
  ]);
  const definition = api.node.defaultChild as CfnApi;
  for (const property of ['Name', 'ProtocolType', 'Tags']) definition.addPropertyDeletionOverride(property);
  const body = apiBody(
    `plotline-${config.id}`,
    gatewayRoutes(functionGroups, fallbackGroup),
    fallbackGroup,
    Object.fromEntries(integrations) as Record<string, BodyIntegration>,
    environmentTags(config),
  );
  // A document that the gateway understands in part would take routes away.
  definition.failOnWarnings = true;
  definition.body = gatewayInUse(config) ? { ...body, servers: withoutOwnAddress } : body;
}

/** The ARN that requests reach a function by, however new code is rolled out. */
const aliasOf = (functionArn: string): string => `${functionArn}:${ALIAS}`;

const arnOf = (stack: Stack, config: EnvironmentConfig, group: string): string =>
  stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: gatewayFunctionName(config, group),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

const integrationOf = ({ partition, region }: Stack, arn: string, credentials: string): BodyIntegration => ({
  type: 'AWS_PROXY',
  httpMethod: 'POST',
  payloadFormatVersion: '2.0',
  uri: Fn.join('', [
    'arn:',
    partition,
    ':apigateway:',
    region,
    ':lambda:path/2015-03-31/functions/',
    arn,
    '/invocations',
  ]),
  credentials,
  responseParameters: restoredChallenge,
});

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-endpoint-configuration.html */
const withoutOwnAddress = [
  { url: '/', 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } },
];

/** API Gateway renames WWW-Authenticate; this sets it again from a header that it leaves alone. */
const restoredChallenge = {
  '401': { 'overwrite:header.www-authenticate': `$response.header.${challengeHeader}` },
};
