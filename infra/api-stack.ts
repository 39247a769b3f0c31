import { Aws, CfnOutput, Duration, Fn, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import { CfnStage, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Alias, type IVersion } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { AUDIT_RETENTION_VARIABLE } from '../shared/kernel/api/operation/audit-trail-store.ts';
import { FALLBACK_MESSAGE } from '../shared/kernel/aws/direct-calls.ts';
import { RETENTION_VARIABLE } from '../shared/kernel/log/retention.ts';
import { RATE_LIMITS_VARIABLE } from '../shared/kernel/api/limits/rate-limits.ts';
import { EDGE_REQUIRED_VARIABLE } from '../shared/kernel/api/http/viewer-address.ts';
import { CELL_VARIABLE } from '../shared/kernel/core/cell.ts';
import { MAINTENANCE_VARIABLE } from '../shared/kernel/core/maintenance.ts';
import type { FunctionNeeds } from '../shared/kernel/core/needs.ts';
import { INBOUND_DOMAIN_VARIABLE } from '../shared/identity/inbound-mail/inbound-domain.ts';
import type { FunctionGroup } from '../shared/surface/groups/function-group.ts';
import { functionGroups } from '../shared/surface/registry.ts';
import { watchedLimiter } from './constructs/limiter-metrics.ts';
import { Alarms } from './constructs/alarms.ts';
import { releaseErrors, watchedApi, watchedFallbacks } from './constructs/api-metrics.ts';
import type { Attachments } from './constructs/attachments.ts';
import { addCanary } from './constructs/canary.ts';
import { Edge, edgeErrors, onlyWhereEdgeIsMeasured } from './constructs/edge.ts';
import { addEdgeKeyRotation } from './constructs/edge-key-rotation.ts';
import { addDomain, addGatewayDomain, watchedCertificates } from './constructs/domain.ts';
import { hostOf } from './constructs/host-of.ts';
import { loggedLines } from './constructs/logged-lines.ts';
import { defineApi, gatewayFunctionName } from './constructs/define-api.ts';
import { PageAssets } from './constructs/page-assets.ts';
import { addRollout, ALIAS } from './constructs/rollout.ts';
import { senderOf } from './constructs/sender.ts';
import { Snapshots } from './constructs/snapshots.ts';
import { functionLogs, ServiceFunction, type GrantedSecret } from './constructs/service-function.ts';
import { addSourceMaps } from './constructs/source-maps.ts';
import type { Secrets } from './data-stack.ts';
import { providersOf, type EnvironmentConfig } from './constructs/environment-config.ts';

interface ApiStackProps extends StackProps {
  config: EnvironmentConfig;
  table: ITableV2;
  secrets: Secrets;
  attachments: Attachments;
  alarmTopic: ITopic;
  edgeLogs?: IBucket | undefined;
}

/** The HTTP API: one function per group of the registry. */
export class ApiStack extends Stack {
  /** The service's public URL. */
  readonly baseUrl: string;
  readonly api: HttpApi;

  constructor(
    scope: Construct,
    id: string,
    { config, table, secrets, attachments, alarmTopic, edgeLogs, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    const api = new HttpApi(this, 'Api', { apiName: `plotline-${config.id}`, createDefaultStage: false });
    this.api = api;
    const edge = config.edge ? new Edge(this, 'Edge', { api, config, logs: edgeLogs }) : undefined;
    const edgeKey = edge?.key ?? edgeKeyOf(this, config);
    const baseUrl = baseUrlOf(config, edge, api);
    this.baseUrl = baseUrl;
    const present = { ...secrets, ...(edgeKey ? { EDGE_KEY_ARN: edgeKey } : {}) };
    const snapshots = new Snapshots(this, 'Snapshots', config);
    const pageAssets = new PageAssets(this);
    const groups: [string, FunctionGroup][] = Object.entries(functionGroups);
    const logGroup = functionLogs(this, 'FunctionLogs', config);
    const isGradual = config.rollout === 'canary';
    const aliases = new Map<string, Alias>();
    for (const [name, { needs }] of groups) {
      const group = new ServiceFunction(this, capitalized(name), {
        config,
        entry: name,
        logGroup,
        functionName: gatewayFunctionName(config, name),
        ...(name === 'images' && sizeOfPictures(config)),
      });
      const isGuarded = (config.edge === 'front' || config.cell) && needs.secrets !== undefined;
      group.bind(isGuarded ? knowingEdge(needs) : needs, {
        table,
        secrets: present,
        snapshots,
        attachments,
        pageAssets,
      });
      if (isGuarded) group.function.addEnvironment(EDGE_REQUIRED_VARIABLE, 'on');
      group.function.addEnvironment('BASE_URL', baseUrl);
      if (config.inboundMailDomain)
        group.function.addEnvironment(INBOUND_DOMAIN_VARIABLE, config.inboundMailDomain);
      group.function.addEnvironment(RATE_LIMITS_VARIABLE, JSON.stringify(config.rateLimits));
      if (needs.secrets?.includes('SIGN_IN_SECRET_ARN')) configureSignIn(group, config);
      if (config.maintenance) group.function.addEnvironment(MAINTENANCE_VARIABLE, 'on');
      if (config.cell) group.function.addEnvironment(CELL_VARIABLE, String(config.cell.number));
      group.function.addEnvironment(RETENTION_VARIABLE, String(config.eventRetentionDays));
      group.function.addEnvironment(AUDIT_RETENTION_VARIABLE, String(config.auditRetentionDays));
      const alias = addAlias(group);
      aliases.set(capitalized(name), alias);
      // Without a domain, functions have the address of the API, which then has to be there before them. With a gradual
      // rollout, aliases wait for the alarm that stops it, which waits for the API: that it waits for them would be a cycle.
      if (config.domain)
        api.node.defaultChild!.node.addDependency(group.function, ...(isGradual ? [] : [alias]));
    }
    defineApi(this, api, config);
    const stage = addStage(this, api, config);
    addDomain(this, { api, stage, edgeUrl: edge?.url, config });
    addGatewayDomain(this, { api, stage, config });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-APIG4',
      reason: 'Authorization happens in the functions, in the same read as the data, for each request.',
    });
    const canary = addCanary(this, { config, baseUrl, table, logGroup });
    const alarms = new Alarms(
      this,
      'Alarms',
      config,
      {
        ...watchedApi(api),
        ...watchedLimiter(this, logGroup, config),
        ...watchedFallbacks(
          api,
          loggedLines(this, 'DirectCallFallbacks', { logGroup, text: FALLBACK_MESSAGE, config }),
        ),
        ...canary.watched,
        ...watchedCertificates(config),
        ...(edge && {
          EdgeErrors: edgeErrors(edge),
          ...addEdgeKeyRotation(this, { edge, config, table, logGroup }),
        }),
        ...(isGradual && { ReleaseErrors: releaseErrors(api) }),
      },
      alarmTopic,
    );
    if (edge) onlyWhereEdgeIsMeasured(alarms.named('EdgeErrors'));
    if (isGradual) {
      addRollout(this, { aliases, alarm: alarms.named('ReleaseErrors'), check: canary.function });
    }
    addSourceMaps(this);
    new CfnOutput(this, 'SnapshotBucket', { value: snapshots.bucketName });
    new CfnOutput(this, 'BaseUrl', { value: baseUrl });
    new CfnOutput(this, 'ApiId', { value: api.apiId });
    const gatewayHost = config.gatewayDomain?.name ?? hostOf(api.apiEndpoint);
    if (config.cell) new CfnOutput(this, 'GatewayHost', { value: gatewayHost });
  }
}

/** The key of the distribution in front of a cell, which belongs to another environment. */
const edgeKeyOf = (scope: Construct, { cell }: EnvironmentConfig): GrantedSecret | undefined =>
  cell && Secret.fromSecretCompleteArn(scope, 'EdgeKey', cell.edgeKeyArn);

/** Behind an edge that all clients come through, functions with access to secrets refuse requests without its key. */
const knowingEdge = (needs: FunctionNeeds): FunctionNeeds => ({
  ...needs,
  secrets: [...new Set([...(needs.secrets ?? []), 'EDGE_KEY_ARN' as const])],
});

/** The service's public URL. */
function baseUrlOf({ domain, edge: place }: EnvironmentConfig, edge: Edge | undefined, api: HttpApi): string {
  if (domain) return `https://${domain.name}`;
  return place === 'front' ? edge!.url : api.apiEndpoint;
}

/** Sets what sign-in offers: whether there is mail, whether it sends codes, and the providers, if any. */
function configureSignIn(group: ServiceFunction, config: EnvironmentConfig): void {
  if (config.mail) group.function.addEnvironment('MAIL_FROM', senderOf(config.mail));
  const providers = providersOf(config);
  if (providers.length > 0) group.function.addEnvironment('SIGN_IN_PROVIDERS', JSON.stringify(providers));
  if (config.signInCodes === false) group.function.addEnvironment('SIGN_IN_CODES', 'off');
}

/** A photo of 25 megapixels takes 650 MB while it is made smaller, and up to ten seconds. */
const sizeOfPictures = ({ functionMemory }: EnvironmentConfig) => ({
  memory: Math.max(functionMemory, 1_536),
  timeout: Duration.seconds(25),
});

const capitalized = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`;

/** The alias that requests reach a function by. Its environment has to be complete: it is part of the version. */
const addAlias = (group: ServiceFunction): Alias =>
  new Alias(group, 'Alias', { aliasName: ALIAS, version: group.function.currentVersion as IVersion });

/**
 * A name for logs that a service of AWS writes. The gateway's right to others is in a policy of the account, which takes few
 * of them; the stack's id distinguishes it from one that a deleted stack has left.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-infrastructure-V2-CloudWatchLogs.html
 */
const vendedLogs = (): string =>
  `/aws/vendedlogs/${Aws.STACK_NAME}-${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`;

type Throttle = EnvironmentConfig['throttle'];

/**
 * What needs no credential and computes much, as a password's hash, or is asked by anyone who tries addresses, has limits over
 * all callers of its own, so that a flood of it leaves the functions to the others.
 */
const ROUTE_LIMITS: Record<string, Throttle> = {
  'ANY /sign-in': { rate: 100, burst: 200 },
  'ANY /sign-in/{proxy+}': { rate: 100, burst: 200 },
  $default: { rate: 1_000, burst: 2_000 },
};

/** By the keys of routes, in CloudFormation's own words, since CDK leaves this map as it is. */
const routeSettings = (most: Throttle): Record<string, object> =>
  Object.fromEntries(
    Object.entries(ROUTE_LIMITS).map(([route, { rate, burst }]) => [
      route,
      {
        ThrottlingRateLimit: Math.min(rate, most.rate),
        ThrottlingBurstLimit: Math.min(burst, most.burst),
      },
    ]),
  );

/** The default stage, with throttling, and an access log without headers and queries: each event has its time anyway. */
function addStage(
  stack: Stack,
  api: HttpApi,
  { throttle, logRetentionDays, removalPolicy }: EnvironmentConfig,
): CfnStage {
  const logs = new LogGroup(stack, 'AccessLogs', {
    logGroupName: vendedLogs(),
    retention: logRetentionDays,
    removalPolicy,
  });
  const fields = ['requestId', 'ip', 'routeKey', 'status', 'responseLength', 'integrationLatency'];
  const format = Object.fromEntries(
    fields.map((field) => [field, field === 'ip' ? '$context.identity.sourceIp' : `$context.${field}`]),
  );
  return new CfnStage(stack, 'Stage', {
    apiId: api.apiId,
    stageName: '$default',
    autoDeploy: true,
    defaultRouteSettings: { throttlingRateLimit: throttle.rate, throttlingBurstLimit: throttle.burst },
    routeSettings: routeSettings(throttle),
    accessLogSettings: { destinationArn: logs.logGroupArn, format: JSON.stringify(format) },
  });
}
