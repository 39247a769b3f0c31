import type { Operation } from '../operation/operation-kinds.ts';
import type { WebRoute } from '../operation/web-route.ts';

type Method = Operation['method'] | WebRoute['method'] | 'HEAD';
type Route = Pick<Operation, 'method' | 'path' | 'kind'> | Pick<WebRoute, 'method' | 'path' | 'isGetOnly'>;

/** Operations that need a credential; web routes and all other operations do not. */
const guardedKinds: readonly Operation['kind'][] = ['resource', 'list', 'bulk'];

/**
 * The methods of a route, including HEAD for public GETs (RFC 9110, section 9.3.2) and OPTIONS for routes
 * that browsers may call from other origins (CORS).
 */
export function methodsOf(route: Route): Method[] {
  const kind = 'kind' in route ? route.kind : undefined;
  if (route.method !== 'GET' || (kind && guardedKinds.includes(kind))) return [route.method];
  if ('isGetOnly' in route && route.isGetOnly) return ['GET'];
  return kind === 'publicRead' ? ['GET', 'HEAD', 'OPTIONS'] : ['GET', 'HEAD'];
}

/** The methods of each path, with `{name}` for parameters. */
export function methodsByPath(routes: readonly Route[]): Record<string, Method[]> {
  const methods: Record<string, Method[]> = {};
  for (const route of routes) (methods[route.path] ??= []).push(...methodsOf(route));
  return methods;
}

/** The key of the route for a request: a HEAD uses that of the GET, and the gateway drops the body. */
export const routeKeyOf = ({ routeKey }: { routeKey: string }): string => routeKey.replace(/^HEAD /, 'GET ');
