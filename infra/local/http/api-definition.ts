import type { CorsConfiguration } from './cors.ts';
import type { HeaderMapping } from './http-response.ts';
import { functionAt } from '../lambda/functions.ts';
import type { LambdaFunction } from '../lambda/functions.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { physicalName, templateResources } from '../template/resources.ts';
import type { ServedRoute } from './routes.ts';
import { StartError } from '../runner/start-error.ts';
import type { Assembly } from '../template/template.ts';

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
  cors: CorsConfiguration | undefined;
  routes: ServedRoute<Integration>[];
};

/**
 * Maximum integration timeout of an HTTP API.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
const INTEGRATION_MAX_MS = 30_000;

/**
 * Reads the HTTP API of an assembly: exactly one, with the `$default` stage, Lambda proxy integrations of
 * payload format 2.0 and routes without authorizers. Throws StartError for anything else.
 */
export function readHttpApi(
  assembly: Assembly,
  resolver: Resolver,
  functions: LambdaFunction[],
): HttpApiDefinition {
  const [api, ...others] = templateResources(assembly, resolver, 'AWS::ApiGatewayV2::Api');
  if (!api || others.length > 0)
    throw new StartError('The local runner supports exactly one HTTP API per app.');
  if (resolver.property(api, 'ProtocolType') !== 'HTTP') {
    throw new StartError(`${api.name} is not an HTTP API; the local runner supports no other kind.`);
  }
  for (const stage of templateResources(assembly, resolver, 'AWS::ApiGatewayV2::Stage')) {
    if (resolver.property(stage, 'StageName') === '$default') continue;
    throw new StartError(`${stage.name}: the local runner supports only the $default stage.`);
  }
  const integrations = readIntegrations(assembly, resolver, functions);
  const routes = templateResources(assembly, resolver, 'AWS::ApiGatewayV2::Route').map(
    (route): ServedRoute<Integration> => {
      const routeKey = String(resolver.property(route, 'RouteKey'));
      if ((resolver.property(route, 'AuthorizationType') ?? 'NONE') !== 'NONE') {
        throw new StartError(
          `The route "${routeKey}" has an authorizer, which the local runner does not support.`,
        );
      }
      const target = integrations.get(
        String(resolver.property(route, 'Target')).replace(/^integrations\//, ''),
      );
      if (!target)
        throw new StartError(`The route "${routeKey}" has no integration that the local runner supports.`);
      return { routeKey, target };
    },
  );
  const cors = resolver.property(api, 'CorsConfiguration') as CorsConfiguration | undefined;
  return { apiId: api.name, accountId: api.stack.account, cors, routes };
}

function readIntegrations(assembly: Assembly, resolver: Resolver, functions: LambdaFunction[]) {
  const integrations = new Map<string, Integration>();
  for (const resource of templateResources(assembly, resolver, 'AWS::ApiGatewayV2::Integration')) {
    const type = resolver.property(resource, 'IntegrationType');
    const version = resolver.property(resource, 'PayloadFormatVersion');
    const uri = String(resolver.property(resource, 'IntegrationUri'));
    const [, arn = uri] = /\/functions\/(.+)\/invocations$/.exec(uri) ?? [];
    const fn = functionAt(functions, arn);
    if (type !== 'AWS_PROXY' || version !== '2.0' || !fn) {
      throw new StartError(
        `${resource.name} must be an AWS_PROXY integration of payload format 2.0 with a function of this app; ` +
          `it is ${String(type)} ${String(version)} to ${uri}.`,
      );
    }
    const timeoutMs = Number(resolver.property(resource, 'TimeoutInMillis') ?? INTEGRATION_MAX_MS);
    const headerMappings = readHeaderMappings(
      resource.name,
      resolver.property(resource, 'ResponseParameters'),
    );
    integrations.set(physicalName(resource), { fn, timeoutMs, headerMappings });
  }
  return integrations;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html */
function readHeaderMappings(name: string, parameters: unknown): Map<number, HeaderMapping[]> {
  const byStatus = (parameters ?? {}) as Record<
    string,
    { ResponseParameters: { Destination: string; Source: string }[] }
  >;
  return new Map(
    Object.entries(byStatus).map(([status, { ResponseParameters }]) => [
      Number(status),
      ResponseParameters.map(({ Destination, Source }) => {
        const [, header] = /^overwrite:header\.([\w-]+)$/.exec(Destination) ?? [];
        const [, from] = /^\$response\.header\.([\w-]+)$/.exec(Source) ?? [];
        if (header && from) return { name: header.toLowerCase(), from: from.toLowerCase() };
        throw new StartError(`${name} maps ${Source} to ${Destination}, which is not served here.`);
      }),
    ]),
  );
}
