import type { Operation } from '../operation/operation-kinds.ts';
import type { WebRoute } from '../operation/web-route.ts';

type Method = Operation['method'] | WebRoute['method'] | 'HEAD';
type Route = Pick<Operation, 'method' | 'path' | 'kind'> | Pick<WebRoute, 'method' | 'path'>;

/** The kinds of operations that need a credential; web routes and all other operations do not. */
const guardedKinds: readonly Operation['kind'][] = ['resource', 'list', 'bulk'];

/**
 * The methods that a route takes: of what anyone may get, the head alone too (RFC 9110, section 9.3.2), and of
 * what programs in browsers may read from anywhere, what these ask first (CORS).
 */
export function methodsOf(route: Route): Method[] {
  const kind = 'kind' in route ? route.kind : undefined;
  if (route.method !== 'GET' || (kind && guardedKinds.includes(kind))) return [route.method];
  return kind === 'publicRead' ? ['GET', 'HEAD', 'OPTIONS'] : ['GET', 'HEAD'];
}

/** The methods that each address takes, by its path with `{name}` for parameters. */
export function methodsByPath(routes: readonly Route[]): Record<string, Method[]> {
  const methods: Record<string, Method[]> = {};
  for (const route of routes) (methods[route.path] ??= []).push(...methodsOf(route));
  return methods;
}

/** The key of the route that answers a request: for a HEAD that of the GET, whose body the gateway leaves out. */
export const routeKeyOf = ({ routeKey }: { routeKey: string }): string => routeKey.replace(/^HEAD /, 'GET ');
