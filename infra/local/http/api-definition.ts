import type { HeaderMapping } from './http-response.ts';
import { functionAt } from '../lambda/functions.ts';
import type { LambdaFunction } from '../lambda/functions.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { templateResources } from '../template/resources.ts';
import {
  ANY,
  CORS,
  DEFAULT_PATH,
  INTEGRATION,
  INTEGRATIONS,
  type ApiBody,
  type BodyCors,
  type BodyIntegration,
} from '../../constructs/api-body.ts';
import type { ServedRoute } from './routes.ts';
import { StartError } from '../runner/start-error.ts';
import type { Assembly } from '../template/template.ts';
import { assertInvocable, invokedArn } from './gateway-role.ts';

/** The function of a route, and the gateway's timeout for it. */
type Integration = {
  fn: LambdaFunction;
  timeoutMs: number;
  /** The response headers that it sets, by status. */
  headerMappings: Map<number, HeaderMapping[]>;
};

export type HttpApiDefinition = {
  apiId: string;
  accountId: string;
  cors: BodyCors | undefined;
  routes: ServedRoute<Integration>[];
};

/**
 * Maximum integration timeout of an HTTP API.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
const INTEGRATION_MAX_MS = 30_000;

/** Properties that CloudFormation refuses as redundant next to a document, which has them. */
const BODY_HAS = ['Name', 'ProtocolType', 'CorsConfiguration', 'Description', 'Tags', 'Version'];

/**
 * Reads the HTTP API of an assembly: exactly one, with the `$default` stage and a document of routes without authorizers,
 * to Lambda proxy integrations of payload format 2.0. Throws StartError for anything else.
 */
export function readHttpApi(
  assembly: Assembly,
  resolver: Resolver,
  functions: LambdaFunction[],
): HttpApiDefinition {
  const [api, ...others] = templateResources(assembly, resolver, 'AWS::ApiGatewayV2::Api');
  if (!api || others.length > 0)
    throw new StartError('The local runner supports exactly one HTTP API per app.');
  for (const stage of templateResources(assembly, resolver, 'AWS::ApiGatewayV2::Stage')) {
    if (resolver.property(stage, 'StageName') === '$default') continue;
    throw new StartError(`${stage.name}: the local runner supports only the $default stage.`);
  }
  const body = resolver.property(api, 'Body') as ApiBody | undefined;
  if (!body) throw new StartError(`${api.name} has no Body, from which the local runner reads its routes.`);
  const redundant = BODY_HAS.filter((name) => resolver.property(api, name) !== undefined);
  if (redundant.length > 0) {
    throw new StartError(`${api.name} has ${redundant.join(' and ')} next to Body, which AWS refuses.`);
  }
  assertInvocable(api, resolver);
  const integrations = readIntegrations(body, functions);
  const routes = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): ServedRoute<Integration> => {
      const routeKey = routeKeyOf(path, method);
      const { security, [INTEGRATION]: reference } = operation as {
        security?: unknown;
        [INTEGRATION]?: Reference;
      };
      if (security)
        throw new StartError(
          `The route "${routeKey}" has an authorizer, which the local runner does not support.`,
        );
      const target = integrations.get(reference?.$ref ?? '');
      if (!target)
        throw new StartError(`The route "${routeKey}" has no integration that the local runner supports.`);
      return { routeKey, target };
    }),
  );
  assertRoutesExist(assembly, resolver, new Set(routes.map(({ routeKey }) => routeKey)));
  return { apiId: api.name, accountId: api.stack.account, cors: body[CORS], routes };
}

/** AWS refuses a stage with settings of a route that the API lacks. */
function assertRoutesExist(assembly: Assembly, resolver: Resolver, keys: ReadonlySet<string>): void {
  for (const stage of templateResources(assembly, resolver, 'AWS::ApiGatewayV2::Stage')) {
    const settings = resolver.property(stage, 'RouteSettings') ?? {};
    const unknown = Object.keys(settings).find((key) => !keys.has(key));
    if (unknown === undefined) continue;
    throw new StartError(`${stage.name} has settings of the route "${unknown}", which the API lacks.`);
  }
}

type Reference = { $ref?: string };

function routeKeyOf(path: string, method: string): string {
  if (path === DEFAULT_PATH) return '$default';
  return `${method === ANY ? 'ANY' : method.toUpperCase()} ${path}`;
}

/** The integrations of a document, by how its routes refer to them. */
function readIntegrations({ components }: ApiBody, functions: LambdaFunction[]): Map<string, Integration> {
  return new Map(
    Object.entries(components[INTEGRATIONS]).map(([name, integration]) => {
      const { type, payloadFormatVersion: version, uri, responseParameters } = integration;
      const fn = functionAt(functions, invokedArn(integration));
      if (type !== 'AWS_PROXY' || version !== '2.0' || !fn) {
        throw new StartError(
          `${name} must be an AWS_PROXY integration of payload format 2.0 with a function of this app; ` +
            `it is ${type} ${version} to ${uri}.`,
        );
      }
      const headerMappings = readHeaderMappings(name, responseParameters);
      return [`#/components/${INTEGRATIONS}/${name}`, { fn, timeoutMs: INTEGRATION_MAX_MS, headerMappings }];
    }),
  );
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html */
const readHeaderMappings = (
  name: string,
  parameters: BodyIntegration['responseParameters'] = {},
): Map<number, HeaderMapping[]> =>
  new Map(
    Object.entries(parameters).map(([status, mappings]) => [
      Number(status),
      Object.entries(mappings).map(([destination, source]) => {
        const [, header] = /^overwrite:header\.([\w-]+)$/.exec(destination) ?? [];
        const [, from] = /^\$response\.header\.([\w-]+)$/.exec(source) ?? [];
        if (header && from) return { name: header.toLowerCase(), from: from.toLowerCase() };
        throw new StartError(`${name} maps ${source} to ${destination}, which is not served here.`);
      }),
    ]),
  );
