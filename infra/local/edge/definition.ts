import { runInNewContext } from 'node:vm';
import { StartError } from '../runner/start-error.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { physicalName, templateResources } from '../template/resources.ts';
import type { Assembly } from '../template/template.ts';
import type { KeyParts } from './cache-key.ts';
import type { Lifetimes } from './error-caching.ts';

/** The request as a CloudFront function sees and changes it. */
export type EdgeRequest = {
  method: string;
  uri: string;
  headers: Record<string, { value: string }>;
  cookies: Record<string, { value: string }>;
};
type ViewerEvent = { request: EdgeRequest; viewer: { ip: string } };
/** What a CloudFront function makes of a request, and the host of the origin that it chooses, if it chooses one. */
type ViewerFunction = (event: ViewerEvent) => { request: EdgeRequest; origin: string | undefined };

export type CachePolicy = Lifetimes & KeyParts;

export type EdgeBehavior = {
  /** A path pattern; undefined for the default behavior. */
  pattern: string | undefined;
  policy: CachePolicy;
  viewerRequest: ViewerFunction | undefined;
};

/** A CloudFront distribution with one origin. */
export type EdgeDefinition = {
  /** Host and port of the origin. */
  origin: string;
  /** Headers that every request to the origin gets. */
  originHeaders: Record<string, string>;
  /** In the order in which they are tried, the default one last. */
  behaviors: EdgeBehavior[];
  /** ErrorCachingMinTTL by status, in seconds. */
  errorSeconds: Map<number, number>;
};

const NOTHING: KeyParts = { headers: [], cookies: [], query: [], encodings: [] };

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const MANAGED: Record<string, CachePolicy> = {
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': { ...NOTHING, minSeconds: 0, defaultSeconds: 0, maxSeconds: 0 },
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': {
    ...NOTHING,
    encodings: ['br', 'gzip'],
    minSeconds: 1,
    defaultSeconds: 86_400,
    maxSeconds: 31_536_000,
  },
};

/** AllViewerExceptHostHeader, the one origin request policy that is served. */
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

type Behavior = {
  PathPattern?: string;
  CachePolicyId: string;
  OriginRequestPolicyId?: string;
  FunctionAssociations?: { EventType: string; FunctionARN: string }[];
};
type Distribution = {
  Origins: {
    DomainName: string;
    OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[];
  }[];
  DefaultCacheBehavior: Behavior;
  CacheBehaviors?: Behavior[];
  CustomErrorResponses?: { ErrorCode: number; ErrorCachingMinTTL?: number }[];
};
type Allowed = { HeaderBehavior?: string; CookieBehavior?: string; QueryStringBehavior?: string } & Partial<
  Record<'Headers' | 'Cookies' | 'QueryStrings', string[]>
>;

/**
 * Reads the CloudFront distribution of an assembly; undefined where there is none. `secretOf` gives the value of a
 * secret for the dynamic references of origin headers. Throws StartError for what is not served.
 */
export function readEdge(
  assembly: Assembly,
  resolver: Resolver,
  secretOf: (arn: string) => string,
): EdgeDefinition | undefined {
  const [resource, ...others] = templateResources(assembly, resolver, 'AWS::CloudFront::Distribution');
  if (others.length > 0) throw new StartError('The local runner serves at most one distribution per app.');
  if (!resource) return undefined;
  const distribution = resolver.property(resource, 'DistributionConfig') as Distribution;
  const [origin, ...more] = distribution.Origins;
  if (!origin || more.length > 0) throw new StartError(`${resource.name} must have exactly one origin.`);
  const policies = { ...MANAGED, ...ownPolicies(assembly, resolver) };
  const functions = readFunctions(assembly, resolver);
  const behaviors = [...(distribution.CacheBehaviors ?? []), distribution.DefaultCacheBehavior].map(
    ({ PathPattern, CachePolicyId, OriginRequestPolicyId, FunctionAssociations = [] }): EdgeBehavior => {
      const policy = policies[CachePolicyId];
      if (!policy) throw new StartError(`${resource.name} has the unknown cache policy ${CachePolicyId}.`);
      if (OriginRequestPolicyId !== ALL_VIEWER_EXCEPT_HOST) {
        throw new StartError(`${resource.name}: only AllViewerExceptHostHeader is served here.`);
      }
      const [association, ...rest] = FunctionAssociations;
      if (rest.length > 0 || (association && association.EventType !== 'viewer-request')) {
        throw new StartError(`${resource.name}: one function, at viewer-request, is served per behavior.`);
      }
      return {
        pattern: PathPattern,
        policy,
        viewerRequest: association && functions[association.FunctionARN],
      };
    },
  );
  return {
    origin: origin.DomainName,
    originHeaders: Object.fromEntries(
      (origin.OriginCustomHeaders ?? []).map(({ HeaderName, HeaderValue }) => [
        HeaderName.toLowerCase(),
        dereference(HeaderValue, secretOf),
      ]),
    ),
    behaviors,
    errorSeconds: new Map(
      (distribution.CustomErrorResponses ?? []).map(({ ErrorCode, ErrorCachingMinTTL = 10 }) => [
        ErrorCode,
        ErrorCachingMinTTL,
      ]),
    ),
  };
}

function ownPolicies(assembly: Assembly, resolver: Resolver): Record<string, CachePolicy> {
  const policies = templateResources(assembly, resolver, 'AWS::CloudFront::CachePolicy').map((resource) => {
    const config = resolver.property(resource, 'CachePolicyConfig') as {
      MinTTL: number;
      DefaultTTL: number;
      MaxTTL: number;
      ParametersInCacheKeyAndForwardedToOrigin: Record<string, Allowed | boolean>;
    };
    const parts = config.ParametersInCacheKeyAndForwardedToOrigin;
    const policy: CachePolicy = {
      minSeconds: config.MinTTL,
      defaultSeconds: config.DefaultTTL,
      maxSeconds: config.MaxTTL,
      headers: ((parts['HeadersConfig'] as Allowed).Headers ?? []).map((name) => name.toLowerCase()),
      cookies: (parts['CookiesConfig'] as Allowed).Cookies ?? [],
      query: (parts['QueryStringsConfig'] as Allowed).QueryStrings ?? [],
      encodings: [
        ...(parts['EnableAcceptEncodingBrotli'] ? ['br'] : []),
        ...(parts['EnableAcceptEncodingGzip'] ? ['gzip'] : []),
      ],
    };
    return [physicalName(resource), policy] as const;
  });
  return Object.fromEntries(policies);
}

function readFunctions(assembly: Assembly, resolver: Resolver): Record<string, ViewerFunction> {
  return Object.fromEntries(
    templateResources(assembly, resolver, 'AWS::CloudFront::Function').map((resource) => {
      const code = String(resolver.property(resource, 'FunctionCode'));
      return [
        `arn:aws:cloudfront::${resource.stack.account}:function/${physicalName(resource)}`,
        viewerFunction(code),
      ];
    }),
  );
}

const CLOUDFRONT_IMPORT = /^import cf from 'cloudfront';\n/;

/**
 * Of the module `cloudfront`, only updateRequestOrigin with a host is served; the rest stays as the origin has it.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/helper-functions-origin-modification.html
 */
function viewerFunction(code: string): ViewerFunction {
  let origin: string | undefined;
  const cf = { updateRequestOrigin: ({ domainName }: { domainName: string }) => (origin = domainName) };
  const globals = CLOUDFRONT_IMPORT.test(code) ? { cf } : {};
  const handler = runInNewContext(`${code.replace(CLOUDFRONT_IMPORT, '')}; handler`, globals) as (
    event: ViewerEvent,
  ) => EdgeRequest;
  return (event) => {
    origin = undefined;
    const request = handler(event);
    return { request, origin };
  };
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html */
function dereference(value: string, secretOf: (arn: string) => string): string {
  const [, arn] = /^\{\{resolve:secretsmanager:(arn:[^}]+?):SecretString:.*\}\}$/.exec(value) ?? [];
  return arn === undefined ? value : secretOf(arn);
}
