import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { CfnApiMapping, DomainName, type CfnStage, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Edge } from './edge.ts';
import { hostOf } from './host-of.ts';
import type { EnvironmentConfig } from './environment-config.ts';

interface DomainProps {
  api: HttpApi;
  stage: CfnStage;
  edge: Edge | undefined;
  config: EnvironmentConfig;
}

/**
 * Serves the API under the environment's own host name where no distribution does, and outputs the name that its DNS
 * record must lead to. The distribution in front of a cell has the cell's name too.
 */
export function addDomain(
  stack: Stack,
  { api, stage, edge, config: { domain, edge: place, cell } }: DomainProps,
): void {
  if (!domain || cell) return;
  let target = hostOf(edge?.url ?? '');
  if (edge === undefined || place !== 'front') {
    const certificate = Certificate.fromCertificateArn(stack, 'Certificate', domain.certificateArn);
    const name = new DomainName(stack, 'Domain', { domainName: domain.name, certificate });
    new CfnApiMapping(stack, 'Mapping', { apiId: api.apiId, domainName: name.name, stage: stage.ref });
    target = name.regionalDomainName;
  }
  new CfnOutput(stack, 'DomainTarget', { value: target });
}
