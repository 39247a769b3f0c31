import type { GatewayRoute } from './gateway-routes.ts';

/** How the gateway invokes a function, as an OpenAPI document states it. */
export interface BodyIntegration {
  type: 'AWS_PROXY';
  httpMethod: 'POST';
  payloadFormatVersion: '2.0';
  /** The address at which Lambda invokes the function. */
  uri: string;
  /** The role by which the gateway may. */
  credentials?: string;
  /** The response headers that it sets, by status. */
  responseParameters?: Record<string, Record<string, string>>;
}

/** Which origins may read the API's responses; `maxAge` in seconds. */
export interface BodyCors {
  allowOrigins?: string[];
  allowMethods?: string[];
  allowHeaders?: string[];
  exposeHeaders?: string[];
  maxAge?: number;
  allowCredentials?: boolean;
}

/** An OpenAPI document that defines an HTTP API. */
export interface ApiBody {
  openapi: string;
  info: { title: string; version: string };
  /** Those of the API itself: AWS takes no `Tags` next to a document. */
  tags: { name: string; [TAG_VALUE]: string }[];
  /** What the gateway answers to preflights, as it stands here for the same reason. */
  [CORS]?: BodyCors;
  paths: Record<string, Record<string, object>>;
  components: { [INTEGRATIONS]: Record<string, BodyIntegration> };
}

export const INTEGRATIONS = 'x-amazon-apigateway-integrations';
export const INTEGRATION = 'x-amazon-apigateway-integration';
export const CORS = 'x-amazon-apigateway-cors';
const TAG_VALUE = 'x-amazon-apigateway-tag-value';
/** In the place of a method: all that a path has no other operation for. */
export const ANY = 'x-amazon-apigateway-any-method';
/** The path of the route for requests that have no other. */
export const DEFAULT_PATH = '/$default';

/**
 * The document from which API Gateway makes all routes at once: as resources of their own they would be most of those
 * that a stack may have, and created at ten a second. Integrations are named after their groups.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-open-api.html
 */
export const apiBody = (
  title: string,
  routes: readonly GatewayRoute[],
  fallback: string,
  integrations: Record<string, BodyIntegration>,
  tags: Readonly<Record<string, string>> = {},
): ApiBody => ({
  openapi: '3.0.1',
  info: { title, version: '1' },
  tags: Object.entries(tags).map(([name, value]) => ({ name, [TAG_VALUE]: value })),
  paths: apiPaths(routes, fallback),
  components: { [INTEGRATIONS]: integrations },
});

/** The paths of routes, and of the route for all other requests. */
export function apiPaths(routes: readonly GatewayRoute[], fallback: string): ApiBody['paths'] {
  const paths: ApiBody['paths'] = {};
  for (const { routeKey, group } of routes) {
    const [method, path] = routeKey.split(' ') as [string, string];
    paths[path] = { ...paths[path], [method === 'ANY' ? ANY : method.toLowerCase()]: servedBy(group, path) };
  }
  paths[DEFAULT_PATH] = { [ANY]: { isDefaultRoute: true, ...servedBy(fallback, '') } };
  return paths;
}

const servedBy = (group: string, path: string) => ({
  parameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  responses: { default: { description: 'The response of the function.' } },
  [INTEGRATION]: { $ref: `#/components/${INTEGRATIONS}/${group}` },
});
