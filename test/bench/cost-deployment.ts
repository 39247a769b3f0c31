import { environmentConfig } from '../../infra/config.ts';
import { production } from '../infra/production.ts';
import { templatesOf } from '../infra/templates.ts';
import type { Deployment } from './cost-model.ts';
import type { Prices } from './prices.ts';
import {
  accessLogBytes,
  platformLogged,
  queueFunctions,
  secretsOf,
  type Resource,
} from './template-costs.ts';

/** AWS finds less than one cold start in a hundred invocations. https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html */
const COLD_SHARE = 0.01;

/** How long variables of the gateway's access log are, in characters: those of a request for stories. */
const ACCESS_LOG_LENGTHS = {
  requestId: 16,
  'identity.sourceIp': 14,
  routeKey: 52,
  status: 3,
  responseLength: 5,
  integrationLatency: 3,
};

/** The resources of a production environment with no settings but those that it needs. */
export const productionResources = (): Resource[] =>
  templatesOf(production()).flatMap(({ template }) =>
    Object.entries(
      template.toJSON()['Resources'] as Record<
        string,
        { Type: string; Properties?: Record<string, unknown> }
      >,
    ).map(([logicalId, { Type: type, Properties: properties = {} }]) => ({
      logicalId,
      name: logicalId.replace(/[0-9A-F]{8}$/, ''),
      type,
      properties,
    })),
  );

/** What a production environment pays for the work of functions that are measured on the local service. */
export function productionDeployment(
  resources: readonly Resource[],
  prices: Prices,
  inits: Deployment['inits'],
): Deployment {
  const [measured, deployed] = [environmentConfig('local'), production()];
  return {
    prices,
    inits,
    fromQueue: queueFunctions(resources),
    hasEdge: deployed.edge === 'front',
    // The local service has functions of the same two kinds, with other sizes.
    memoryOf: (measuredMb) =>
      measuredMb === measured.functionMemory ? deployed.functionMemory : deployed.workerMemory,
    platformLogged: platformLogged(resources),
    secretsOf: secretsOf(resources),
    coldShare: COLD_SHARE,
    accessLogBytes: accessLogBytes(resources, ACCESS_LOG_LENGTHS),
  };
}
