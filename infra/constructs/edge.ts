import { Aws, CfnCondition, Duration, Fn, Stack, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric, Stats, type Alarm, type CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  PriceClass,
  ViewerProtocolPolicy,
  type AddBehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { languages } from '../../shared/kernel/core/languages.ts';
import { cookieNames } from '../../shared/pages/session/cookies.ts';
import { userSecretPattern } from '../../shared/kernel/auth/user-secret.ts';
import { cacheKeyQuery } from '../../shared/kernel/core/cache-key.ts';
import {
  pathAtGatewayCode,
  SHORT_PATH_PATTERNS,
  withoutTrailingSlashCode,
} from '../../shared/kernel/slugs/host-addresses.ts';
import { edgeHeaders } from '../../shared/kernel/api/http/viewer-address.ts';
import type { WatchedMetric } from './alarms.ts';
import { cellRouting, type Cell } from './cells.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { hostOf } from './host-of.ts';
import { gatewayInUse } from './domain.ts';

/** All that CloudFront can set a lifetime for. */
const errorStatuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

interface EdgeProps {
  api: HttpApi;
  config: EnvironmentConfig;
  /** Where CloudFront writes its log, if anywhere. */
  logs?: IBucket | undefined;
}

/** The cookies whose owners get individual pages. */
const sessionCookies = [cookieNames.session, cookieNames.customer];

/**
 * CloudFront function for each request: adds the client's address and the custom domain, on which it makes the path for the
 * gateway of a short one, and reduces Accept to page or
 * JSON and Accept-Language to the language of the page, so that a cache stores few responses per URL instead of one per
 * browser. Drops malformed session cookies, because the cookie's value is part of the cache key, and the cookie of a
 * language, because it is not.
 */
export const viewerRequest = (ownHost?: string, cells: readonly Cell[] = []): string => `${
  cells.length > 0
    ? `import cf from 'cloudfront';
${cellRouting(cells)}`
    : ''
}${pathAtGatewayCode}${withoutTrailingSlashCode}function handler(event) {
  var request = event.request;
  var host = request.headers.host ? request.headers.host.value.toLowerCase().split(':')[0] : '';
  delete request.headers['${edgeHeaders.host}'];
  if (host && host !== ${JSON.stringify(ownHost ?? '')} && !/\\.cloudfront\\.net$/.test(host)) {
    request.headers['${edgeHeaders.host}'] = { value: host };
    request.uri = pathAtGateway(request.uri);
  } else {
    request.uri = withoutTrailingSlash(request.uri);
  }
  request.headers['${edgeHeaders.viewer}'] = { value: event.viewer.ip };
${cells.length > 0 ? '  toCell(request, host);\n' : ''}  var isCached = request.uri.indexOf('/portals/') === 0 || request.uri.indexOf('/portal-images/') === 0;
  if (!isCached && request.uri !== '/robots.txt' && request.uri !== '/') return request;
  ${JSON.stringify(sessionCookies)}.forEach(function (name) {
    var session = request.cookies && request.cookies[name];
    if (session && !${String(userSecretPattern)}.test(session.value)) delete request.cookies[name];
  });
  var page = 0;
  var json = 0;
  var accept = request.headers.accept ? request.headers.accept.value.toLowerCase() : '';
  accept.split(',').forEach(function (range) {
    var parts = range.split(';').map(function (part) { return part.trim(); });
    var quality = 1;
    parts.slice(1).forEach(function (part) {
      if (part.indexOf('q=') === 0) quality = Number(part.slice(2)) || 0;
    });
    if (parts[0] === 'text/html' || parts[0] === 'application/xhtml+xml') page = Math.max(page, quality);
    if (parts[0] === 'application/json') json = Math.max(json, quality);
  });
  var languages = ${JSON.stringify(languages)};
  var chosen = request.cookies && request.cookies['${cookieNames.language}'];
  var language = chosen && languages.indexOf(chosen.value) >= 0 ? chosen.value : '';
  if (chosen) delete request.cookies['${cookieNames.language}'];
  var best = 0;
  var wanted = request.headers['accept-language'] ? request.headers['accept-language'].value.toLowerCase() : '';
  if (!language) wanted.split(',').forEach(function (range) {
    var parts = range.split(';').map(function (part) { return part.trim(); });
    var code = parts[0].split('-')[0];
    var quality = 1;
    parts.slice(1).forEach(function (part) {
      if (part.indexOf('q=') === 0) quality = Number(part.slice(2)) || 0;
    });
    if (languages.indexOf(code) >= 0 && quality > best) {
      best = quality;
      language = code;
    }
  });
  request.headers['accept-language'] = { value: language || '*' };
  request.headers.accept = { value: page > 0 && page >= json ? 'text/html' : 'application/json' };
  return request;
}
`;

/**
 * CloudFront in front of the gateway. It caches public portal content according to Cache-Control; signed-in visitors
 * have their session in the cache key and get uncached responses. Everything else passes through unchanged.
 */
export class Edge extends Construct {
  /** The public URL of the service. */
  readonly url: string;
  readonly distributionId: string;
  /** How functions recognize requests that came through the edge. */
  readonly key: Secret;

  constructor(scope: Construct, id: string, { api, config, logs }: EdgeProps) {
    super(scope, id);
    this.key = new Secret(this, 'Key', {
      description: 'Proves to functions that the client address in a request was set by the edge.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: config.removalPolicy,
    });
    const origin = new HttpOrigin(gatewayInUse(config) ?? hostOf(api.apiEndpoint), {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      customHeaders: { [edgeHeaders.key]: this.key.secretValue.unsafeUnwrap() },
    });
    const code = new EdgeFunction(this, 'ViewerRequest', {
      code: FunctionCode.fromInline(viewerRequest(config.domain?.name, config.cells)),
      runtime: FunctionRuntime.JS_2_0,
    });
    const passing: AddBehaviorOptions = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      functionAssociations: [{ function: code, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    const portals = new CachePolicy(this, 'Portals', {
      comment: 'Pages, JSON and images of public portals',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      headerBehavior: CacheHeaderBehavior.allowList('Accept', 'Accept-Language', edgeHeaders.host),
      cookieBehavior: CacheCookieBehavior.allowList(...sessionCookies),
      // The service's home page names its language in its address.
      queryStringBehavior: CacheQueryStringBehavior.allowList(...cacheKeyQuery, 'language'),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
    const kept: AddBehaviorOptions = { ...passing, cachePolicy: CachePolicy.CACHING_OPTIMIZED };
    const distribution = new Distribution(this, 'Distribution', {
      comment: `plotline-${config.id}`,
      ...(config.webAclArn && { webAclId: config.webAclArn }),
      ...(logs && { logBucket: logs }),
      ...(config.edge === 'front' && config.domain && this.#named(config.domain, otherHostsOf(config))),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultBehavior: { origin, ...passing },
      additionalBehaviors: {
        '/portals/*': { origin, ...passing, cachePolicy: portals },
        // The images of a private portal are for its team.
        '/portal-images/*': { origin, ...passing, cachePolicy: portals },
        '/assets/*': { origin, ...kept },
        // It names the portals of the host.
        '/robots.txt': { origin, ...passing, cachePolicy: portals },
        // The first pages of hosts, and what portals have on their own.
        ...Object.fromEntries(
          ['/', ...SHORT_PATH_PATTERNS].map((pattern) => [
            pattern,
            { origin, ...passing, cachePolicy: portals },
          ]),
        ),
      },
      // By default, CloudFront caches errors for 10 seconds by path, for all callers (infra/local/edge/error-caching.ts).
      errorResponses: errorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    // The gateway's other address is switched off after that.
    if (gatewayInUse(config)) api.node.defaultChild!.node.addDependency(distribution);
    this.distributionId = distribution.distributionId;
    this.url = `https://${distribution.distributionDomainName}`;
    this.#acknowledge(distribution, config);
  }

  #named({ name, certificateArn }: NonNullable<EnvironmentConfig['domain']>, others: readonly string[]) {
    return {
      domainNames: [name, ...others],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
    };
  }

  #acknowledge(distribution: Distribution, { edgeLogs }: EnvironmentConfig): void {
    const reasons: [Construct, string, string][] = [
      [this.key, 'SMG4', 'A function of this project rotates it, since CloudFront needs the new value.'],
      [distribution, 'CFR1', 'Portals are available worldwide.'],
      [distribution, 'CFR2', 'The gateway throttles requests; a firewall is up to the operator.'],
      ...(edgeLogs ? [] : [[distribution, 'CFR3', NO_EDGE_LOGS] satisfies [Construct, string, string]]),
      [distribution, 'CFR4', 'With a custom domain, the distribution gets a certificate and TLS 1.2 only.'],
    ];
    for (const [construct, rule, reason] of reasons) {
      Validations.of(construct).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
    }
  }
}

/** `edgeLogs` has them written. */
const NO_EDGE_LOGS = "Requests that reach the service are in the gateway's log; all other content is public.";

/** The hosts that the distribution serves besides the service's own: of portals, and of other cells. */
const otherHostsOf = ({ portalHosts = [], cells = [] }: EnvironmentConfig): string[] => [
  ...portalHosts,
  ...cells.flatMap(({ hosts }) => hosts),
];

const ERRORS_PERCENT = 5;

/** The share of the requests to CloudFront that it answers with 5xx, its own and the gateway's. */
export const edgeErrors = ({ distributionId }: Edge): WatchedMetric => ({
  metric: new Metric({
    namespace: 'AWS/CloudFront',
    metricName: '5xxErrorRate',
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    statistic: Stats.AVERAGE,
    period: Duration.minutes(5),
  }),
  above: ERRORS_PERCENT,
  periods: 2,
  severity: 'page',
});

/**
 * Leaves an alarm on CloudFront out of other regions, which do not have its metrics. There, the canary sees what fails.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/monitoring-using-cloudwatch.html
 */
export function onlyWhereEdgeIsMeasured(alarm: Alarm): void {
  const expression = Fn.conditionEquals(Aws.REGION, 'us-east-1');
  const condition = new CfnCondition(Stack.of(alarm), 'EdgeIsMeasured', { expression });
  (alarm.node.defaultChild as CfnAlarm).cfnOptions.condition = condition;
}
