import type { Operation } from '../operation/operation-kinds.ts';
import type { WebRoute } from '../operation/web-route.ts';

type Method = Operation['method'] | WebRoute['method'] | 'HEAD';
type Route = Pick<Operation, 'method' | 'path' | 'kind'> | Pick<WebRoute, 'method' | 'path'>;

/**
 * The methods of a route, including HEAD for GETs (RFC 9110, section 9.3.2) and OPTIONS for routes that browsers may
 * call from other origins (CORS).
 */
export function methodsOf(route: Route): Method[] {
  if (route.method !== 'GET') return [route.method];
  return 'kind' in route && route.kind === 'publicRead' ? ['GET', 'HEAD', 'OPTIONS'] : ['GET', 'HEAD'];
}

/** The methods of each path, with `{name}` for parameters. */
export function methodsByPath(routes: readonly Route[]): Record<string, Method[]> {
  const methods: Record<string, Method[]> = {};
  for (const route of routes) (methods[route.path] ??= []).push(...methodsOf(route));
  return methods;
}
