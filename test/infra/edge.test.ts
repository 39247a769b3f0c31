import { CachePolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { parseEnvironment } from '../../infra/config.ts';
import { viewerRequest } from '../../infra/constructs/edge.ts';
import { preferredLanguage } from '../../shared/kernel/core/languages.ts';
import { cookieNames } from '../../shared/pages/session/cookies.ts';
import { prefersHtml } from '../../shared/kernel/api/http/public-read.ts';
import { cacheKeyQuery } from '../../shared/kernel/core/cache-key.ts';
import { publicPortalOperations } from '../../shared/pages/public-portals/index.ts';
import { functionGroups } from '../../shared/surface/registry.ts';
import { templatesFor } from './synthesize.ts';
import { templatesOf } from './templates.ts';
import { rightsOf } from './role-rights.ts';

/** CloudFront before the API, as the stacks of production have it. */
let prod: Template;

beforeAll(() => void (prod = templatesFor('prod').api));

test('the edge is in front of production, at the address that the service names', () => {
  const dev = templatesFor('dev').api;
  dev.resourceCountIs('AWS::CloudFront::Distribution', 0);
  prod.resourceCountIs('AWS::CloudFront::Distribution', 1);
  // Without a name of its own, as staging is.
  const staging = templatesFor('staging').api;
  const distribution = Object.keys(staging.findResources('AWS::CloudFront::Distribution'))[0]!;
  const url = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution, 'DomainName'] }]] };
  const functions = Object.values(staging.findResources('AWS::Lambda::Function'));
  const urls = functions.map(({ Properties }) => Properties.Environment?.Variables.BASE_URL as unknown);
  const served = Object.keys(functionGroups);
  // The canary asks there, too.
  expect(urls.filter((one) => one !== undefined)).toEqual([...served, 'canary'].map(() => url));
});

test('the edge is the only way in, except to public pages: functions with secrets refuse requests without its key', () => {
  const required = (template: Template) =>
    Object.values(template.findResources('AWS::Lambda::Function')).flatMap(({ Properties }) => {
      const { EDGE_REQUIRED, EDGE_KEY_ARN } = Properties.Environment.Variables as Record<string, unknown>;
      return EDGE_REQUIRED && EDGE_KEY_ARN ? [String(Properties.Description).replace('Plotline: ', '')] : [];
    });
  const guarded = Object.keys(functionGroups).filter((name) => name !== 'public');
  expect(required(prod).sort()).toEqual(guarded.sort());
  expect(required(templatesFor('local').api)).toEqual([]);
});

test.each([
  ['separate', 1],
  ['none', 0],
] as const)('production with the edge %s answers at its own domain', (edge, distributions) => {
  const config = parseEnvironment('prod', {
    kind: 'production',
    account: '123456789012',
    alarmEmail: 'ops@example.com',
    domain: {
      name: 'plan.example.com',
      certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0',
    },
    edge,
  });
  const api = templatesOf(config).find(({ name }) => name.endsWith('-api'))!.template;
  api.resourceCountIs('AWS::CloudFront::Distribution', distributions);
  api.hasResourceProperties('AWS::ApiGatewayV2::DomainName', { DomainName: 'plan.example.com' });
  api.hasResourceProperties('AWS::Lambda::Function', {
    Environment: {
      Variables: Match.objectLike({ BASE_URL: 'https://plan.example.com', EDGE_REQUIRED: Match.absent() }),
    },
  });
});

test('the edge has the firewall that the environment names', () => {
  const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/plotline/1';
  templatesFor('prod', { webAclArn }).api.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: { WebACLId: webAclArn },
  });
});

test('the edge gets its keys from a function that may change its distribution, its secret and nothing else', () => {
  const [, statements] = rightsOf(prod).find(([id]) => id.startsWith('EdgeKeyRotation'))!;
  expect(statements.flatMap(({ Action }) => Action).sort()).toEqual([
    'cloudfront:GetDistribution',
    'cloudfront:UpdateDistribution',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'secretsmanager:DescribeSecret',
    'secretsmanager:GetSecretValue',
    'secretsmanager:PutSecretValue',
    'secretsmanager:UpdateSecret',
    'secretsmanager:UpdateSecretVersionStage',
  ]);
  expect(JSON.stringify(statements)).not.toContain('"*"');
  prod.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 day)' });
});

test('the edge proves its identity with a key of letters and digits, which a header carries as it is', () => {
  prod.hasResourceProperties('AWS::SecretsManager::Secret', {
    GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
  });
});

test('the edge keeps portals and first pages by what they depend on, and nothing else but files that never change and robots.txt', () => {
  prod.hasResourceProperties('AWS::CloudFront::CachePolicy', {
    CachePolicyConfig: {
      MinTTL: 0,
      DefaultTTL: 0,
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: {
          HeaderBehavior: 'whitelist',
          Headers: ['Accept', 'Accept-Language', 'x-viewer-host'],
        },
        CookiesConfig: { CookieBehavior: 'whitelist', Cookies: ['__Host-session', '__Host-customer'] },
        QueryStringsConfig: {
          QueryStringBehavior: 'whitelist',
          QueryStrings: [...cacheKeyQuery, 'language'],
        },
      },
    },
  });
  const portal = publicPortalOperations.find(({ id }) => id === 'getPublicFeedbackPortal')!;
  expect(new Set<string>(cacheKeyQuery)).toEqual(new Set(Object.keys(portal.input.query.shape)));
  prod.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      DefaultCacheBehavior: { CachePolicyId: CachePolicy.CACHING_DISABLED.cachePolicyId },
      CacheBehaviors: [
        '/portals/*',
        '/portal-images/*',
        '/assets/*',
        '/robots.txt',
        '/',
        '/roadmap',
        '/updates*',
        '/new',
        '/mine',
        '/items/*',
        '/social.png',
        '/icon.png',
        '/sitemap*',
        '/manage*',
      ].map((PathPattern) => Match.objectLike({ PathPattern })),
    },
  });
});

test('the edge keeps images of portals by who asks: those of a private portal are for its team', () => {
  const [distribution] = Object.values(prod.findResources('AWS::CloudFront::Distribution'));
  const behaviors = distribution!.Properties.DistributionConfig.CacheBehaviors as Record<string, unknown>[];
  const policyOf = (pattern: string) =>
    behaviors.find(({ PathPattern }) => PathPattern === pattern)!['CachePolicyId'];
  expect(policyOf('/portal-images/*')).toEqual(policyOf('/portals/*'));
  const cookies = { '__Host-session': { value: 'invented' } };
  const event = { viewer: { ip: '203.0.113.7' }, request: { uri: '/portal-images/x', headers: {}, cookies } };
  runInNewContext(`${viewerRequest()}; handler(event)`, { event });
  expect(cookies).toEqual({});
});

test('the edge serves the hosts of portals', () => {
  const certificateArn = `arn:aws:acm:us-east-1:123456789012:certificate/x`;
  const api = templatesFor('prod', {
    domain: { name: 'plan.example.com', certificateArn },
    portalHosts: ['feedback.acme.com', '*.feedback.example.com'],
  }).api;
  api.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: { Aliases: ['plan.example.com', 'feedback.acme.com', '*.feedback.example.com'] },
  });
});

test('the edge caches no error, whichever CloudFront could cache', () => {
  prod.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      CustomErrorResponses: [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    },
  });
});

const atEdge = (uri: string, accept?: string) => {
  const request = { uri, headers: accept === undefined ? {} : { accept: { value: accept } } };
  const event = { request, viewer: { ip: '203.0.113.7' } };
  return runInNewContext(`${viewerRequest()}; handler(event)`, { event }) as {
    headers: Record<string, { value: string }>;
  };
};

test('the edge names a custom domain to the service, and ignores the one that the caller names', () => {
  const seen = (host: string, sent: object = {}) => {
    const event = {
      viewer: { ip: '203.0.113.7' },
      request: { uri: '/portals/x/feedback', cookies: {}, headers: { host: { value: host }, ...sent } },
    };
    const { headers } = runInNewContext(`${viewerRequest('plan.example.com')}; handler(event)`, {
      event,
    }) as { headers: Record<string, { value: string }> };
    return headers['x-viewer-host']?.value;
  };
  expect(seen('Feedback.Acme.test')).toBe('feedback.acme.test');
  expect(seen('d111111abcdef8.cloudfront.net')).toBeUndefined();
  expect(seen('plan.example.com')).toBeUndefined();
  expect(seen('plan.example.com', { 'x-viewer-host': { value: 'feedback.acme.test' } })).toBeUndefined();
});

test('the edge asks for the long path of a short one on the own host of a portal, and changes no other', () => {
  const asked = (uri: string, host: string) => {
    const request = { uri, cookies: {}, headers: { host: { value: host } } };
    const event = { viewer: { ip: '203.0.113.7' }, request };
    runInNewContext(`${viewerRequest('plan.example.com')}; handler(event)`, { event });
    return request.uri;
  };
  const atHost = (uri: string) => asked(uri, 'feedback.acme.test');
  const below = { '/': '', '/items/dark-mode': '/items/dark-mode', '/updates.atom': '/updates.atom' };
  for (const [uri, rest] of Object.entries(below)) expect(atHost(uri)).toBe(`/portals/-/feedback${rest}`);
  expect(atHost('/manage/settings')).toBe('/portals/-/manage/settings');
  for (const uri of [
    '/portals/acme/feedback',
    '/sign-in',
    '/robots.txt',
    '/news',
    '/assets/x.js',
    '/managed',
  ])
    expect(atHost(uri)).toBe(uri);
  for (const uri of ['/', '/items/dark-mode', '/manage']) expect(asked(uri, 'plan.example.com')).toBe(uri);
});

test.each([
  undefined,
  '*',
  'de-AT,de;q=0.9,en;q=0.8',
  'it, fr;q=0.5, ja;q=0.7',
  'de;q=0, es',
  'EN-gb',
  ';;q=,,',
])('the edge reduces Accept-Language: %s to what the service makes of it', (accepted) => {
  const seen = (cookies: Record<string, { value: string }>) => {
    const headers = accepted === undefined ? {} : { 'accept-language': { value: accepted } };
    const event = {
      viewer: { ip: '203.0.113.7' },
      request: { uri: '/portals/x/feedback', headers, cookies },
    };
    return runInNewContext(`${viewerRequest()}; handler(event)`, { event }) as {
      headers: Record<string, { value: string }>;
      cookies: Record<string, unknown>;
    };
  };
  const of = (cookies = {}) => seen(cookies).headers['accept-language']?.value;
  expect(of()).toBe(preferredLanguage(accepted ?? '') ?? '*');
  expect(of({ [cookieNames.language]: { value: 'ar' } })).toBe('ar');
  expect(of({ [cookieNames.language]: { value: 'xx' } })).toBe(of());
  // The service reads no other language out of it, under which caches would keep the page for everyone.
  expect(seen({ [cookieNames.language]: { value: 'ar' } }).cookies).toEqual({});
});

test.each([
  undefined,
  '*/*',
  'application/json',
  'application/json, text/html;q=0.9',
  'text/html;q=0',
  'text/html',
  'TEXT/HTML, */*;q=0.1',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'application/json;q=0.5, text/html;q=0.5',
  ';;q=,,',
])('the edge reduces Accept: %s to what the service makes of it', (accept) => {
  const { headers } = atEdge('/portals/x/feedback', accept);
  const page = prefersHtml({ headers: { accept } });
  expect(headers['accept']?.value).toBe(page ? 'text/html' : 'application/json');
  expect(prefersHtml({ headers: { accept: headers['accept']?.value } })).toBe(page);
});

test('robots.txt is kept once, whatever languages and types a crawler asks for', () => {
  const kept = ['*/*', 'text/plain', 'text/*, application/json;q=0.5', undefined].map(
    (asked) => atEdge('/robots.txt', asked).headers,
  );
  for (const headers of kept) {
    expect(headers['accept']?.value).toBe('application/json');
    expect(headers['accept-language']?.value).toBe('*');
  }
});

test('the edge says where a request is from, and changes nothing else of it', () => {
  const { headers } = atEdge('/mcp', 'application/json, text/event-stream');
  expect(headers).toEqual({
    accept: { value: 'application/json, text/event-stream' },
    'x-viewer-address': { value: '203.0.113.7' },
  });
});
