import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { parseEnvironment } from '../../infra/config.ts';
import { createStacks } from '../../infra/stacks.ts';
import { roomIn, type ApiTemplate } from '../../infra/deploy/room-in.ts';
import { newApp } from './new-app.ts';

const certificateOf = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/0`;
const gatewayDomain = { name: 'gateway.example.com', certificateArn: certificateOf('eu-central-1') };
const settings = {
  kind: 'production',
  account: '123456789012',
  region: 'eu-central-1',
  alarmEmail: 'ops@example.com',
  domain: { name: 'plan.example.com', certificateArn: certificateOf('us-east-1') },
};

function resourcesOf(changes: object) {
  const { api } = createStacks(newApp(), parseEnvironment('prod', { ...settings, ...changes }));
  const template = Template.fromStack(api);
  const [gateway] = Object.values(template.findResources('AWS::ApiGatewayV2::Api'));
  const [[id, distribution]] = Object.entries(template.findResources('AWS::CloudFront::Distribution')) as [
    [string, { Properties: { DistributionConfig: { Origins: { DomainName: unknown }[] } } }],
  ];
  const { Properties, DependsOn = [] } = gateway as {
    Properties: { Body: { servers?: object[] } };
    DependsOn?: string[];
  };
  return {
    template,
    origins: distribution.Properties.DistributionConfig.Origins.map(({ DomainName }) => DomainName),
    servers: Properties.Body.servers,
    waitsForEdge: DependsOn.includes(id),
  };
}

const off = [{ url: '/', 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } }];

test('a name of the gateway is served first, while CloudFront goes on to use its own address', () => {
  const { template, origins, servers } = resourcesOf({ gatewayDomain });
  template.hasResourceProperties('AWS::ApiGatewayV2::DomainName', { DomainName: gatewayDomain.name });
  template.hasOutput('GatewayTarget', {});
  expect(servers).toBeUndefined();
  expect(JSON.stringify(origins)).not.toContain(gatewayDomain.name);
});

test('an alarm watches the certificates of the gateway, and treats one that has ended as too late', () => {
  const { template } = resourcesOf({ gatewayDomain });
  const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm'));
  const ofCertificates = alarms.filter(({ Properties }) => Properties.MetricName === 'DaysToExpiry');
  expect(ofCertificates.map(({ Properties }) => Properties as object)).toMatchObject([
    {
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 21,
      TreatMissingData: 'breaching',
      Dimensions: [{ Name: 'CertificateArn', Value: gatewayDomain.certificateArn }],
    },
  ]);
});

test('once in use, CloudFront reaches the gateway by that name, and its own address is off after that', () => {
  const { template, origins, servers, waitsForEdge } = resourcesOf({
    gatewayDomain: { ...gatewayDomain, inUse: true },
  });
  expect(new Set(origins)).toEqual(new Set([gatewayDomain.name]));
  expect([servers, waitsForEdge]).toEqual([off, true]);
  const [resources] = Object.values(roomIn(template.toJSON() as ApiTemplate));
  expect(resources!.has).toBeLessThanOrEqual(125);
});

test('requests without a credential have limits of their own at the gateway, within those of the environment', () => {
  const throttleOf = (rate: number, burst: number) => ({
    ThrottlingRateLimit: rate,
    ThrottlingBurstLimit: burst,
  });
  resourcesOf({}).template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    RouteSettings: {
      'ANY /sign-in': throttleOf(100, 200),
      'ANY /sign-in/{proxy+}': throttleOf(100, 200),
      $default: throttleOf(1_000, 2_000),
    },
  });
  const rateLimits = { credential: 100, workspace: 1_000 };
  const small = { throttle: { rate: 50, burst: 150 }, rateLimits };
  resourcesOf(small).template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    RouteSettings: { 'ANY /sign-in': throttleOf(50, 150), $default: throttleOf(50, 150) },
  });
});

test.each([
  ['without CloudFront', { edge: 'none' }, 'needs CloudFront and a domain'],
  [
    "that is the service's own name",
    { gatewayDomain: { ...gatewayDomain, name: 'plan.example.com' } },
    'is the domain itself',
  ],
  [
    'whose certificate is elsewhere',
    { gatewayDomain: { ...gatewayDomain, certificateArn: certificateOf('us-east-1') } },
    'is of us-east-1: it must be of eu-central-1',
  ],
])('a name of the gateway %s is refused', (_, changes, message) => {
  expect(() => parseEnvironment('prod', { ...settings, gatewayDomain, ...changes })).toThrow(message);
});
