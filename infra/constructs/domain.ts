import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib';
import { CfnApiMapping, DomainName, type CfnStage, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { WatchedMetric } from './alarms.ts';
import { hostOf } from './host-of.ts';
import type { EnvironmentConfig } from './environment-config.ts';

interface DomainProps {
  api: HttpApi;
  stage: CfnStage;
  /** Where CloudFront is, if it is there. */
  edgeUrl: string | undefined;
  config: EnvironmentConfig;
}

/** The host name by which alone CloudFront reaches the gateway; undefined where it uses the one that AWS makes up. */
export const gatewayInUse = ({ gatewayDomain }: EnvironmentConfig): string | undefined =>
  gatewayDomain?.inUse ? gatewayDomain.name : undefined;

/** Days before its end at which ACM has had time to renew a certificate. */
const LEAST_DAYS = 21;

/**
 * The alarms on certificates of the gateway that ACM does not renew. Those of CloudFront have their metric in us-east-1 only:
 * of these, the canary looks at what the public address serves.
 */
export function watchedCertificates({
  domain,
  gatewayDomain,
  edge,
  cell,
}: EnvironmentConfig): Record<string, WatchedMetric> {
  const atGateway = [edge === 'front' || cell ? undefined : domain, gatewayDomain];
  const here = new Set(atGateway.flatMap((one) => one?.certificateArn ?? []));
  const watched = [...here].map((CertificateArn): WatchedMetric => {
    const dimensionsMap = { CertificateArn };
    const metric = new Metric({
      namespace: 'AWS/CertificateManager',
      metricName: 'DaysToExpiry',
      dimensionsMap,
      statistic: Stats.MINIMUM,
      period: Duration.days(1),
    });
    return { metric, below: LEAST_DAYS };
  });
  return Object.fromEntries(watched.map((one, at) => [`CertificateExpiry${at || ''}`, one]));
}

/** Serves the API under a host name for CloudFront, and outputs the name that its DNS record must lead to. */
export function addGatewayDomain(
  stack: Stack,
  { api, stage, config: { gatewayDomain } }: Pick<DomainProps, 'api' | 'stage' | 'config'>,
): void {
  if (!gatewayDomain) return;
  const { name: domainName, certificateArn } = gatewayDomain;
  const certificate = Certificate.fromCertificateArn(stack, 'GatewayCertificate', certificateArn);
  const { name, regionalDomainName } = new DomainName(stack, 'GatewayDomain', { domainName, certificate });
  new CfnApiMapping(stack, 'GatewayMapping', { apiId: api.apiId, domainName: name, stage: stage.ref });
  new CfnOutput(stack, 'GatewayTarget', { value: regionalDomainName });
}

/**
 * Serves the API under the environment's own host name where no distribution does, and outputs the name that its DNS
 * record must lead to. The distribution in front of a cell has the cell's name too.
 */
export function addDomain(
  stack: Stack,
  { api, stage, edgeUrl, config: { domain, edge: place, cell } }: DomainProps,
): void {
  if (!domain || cell) return;
  let target = hostOf(edgeUrl ?? '');
  if (edgeUrl === undefined || place !== 'front') {
    const certificate = Certificate.fromCertificateArn(stack, 'Certificate', domain.certificateArn);
    const name = new DomainName(stack, 'Domain', { domainName: domain.name, certificate });
    new CfnApiMapping(stack, 'Mapping', { apiId: api.apiId, domainName: name.name, stage: stage.ref });
    target = name.regionalDomainName;
  }
  new CfnOutput(stack, 'DomainTarget', { value: target });
}
