/** A route and the parameters of a path, by name. */
interface RouteMatch<T> {
  route: T;
  parameters: Record<string, string>;
}

interface Pattern<T> {
  route: T;
  segments: string[];
}

/**
 * Returns a function that finds the route of a method and a percent-decoded path. Literal segments win over parameters
 * (`{name}`), segment by segment; a GET also serves HEAD, whose body the gateway drops.
 */
export function routeTable<T extends { method: string; path: string }>(
  routes: readonly T[],
): (method: string, path: string) => RouteMatch<T> | undefined {
  const byMethodAndLength = new Map<string, Pattern<T>[]>();
  for (const route of routes) {
    const segments = route.path.split('/');
    const key = `${route.method} ${segments.length}`;
    byMethodAndLength.set(key, [...(byMethodAndLength.get(key) ?? []), { route, segments }]);
  }
  for (const patterns of byMethodAndLength.values()) patterns.sort(bySpecificity);
  return (method, path) => {
    const segments = path.split('/');
    const known = method === 'HEAD' ? 'GET' : method;
    for (const pattern of byMethodAndLength.get(`${known} ${segments.length}`) ?? []) {
      const parameters = parametersOf(pattern.segments, segments);
      if (parameters) return { route: pattern.route, parameters };
    }
    return undefined;
  };
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

function bySpecificity({ segments: a }: Pattern<unknown>, { segments: b }: Pattern<unknown>): number {
  const at = a.findIndex((segment, i) => isParameter(segment) !== isParameter(b[i]!));
  return at < 0 ? 0 : Number(isParameter(a[at]!)) - Number(isParameter(b[at]!));
}

/** The values of a pattern's parameters; undefined if the path does not match. An empty segment matches no parameter. */
function parametersOf(pattern: string[], path: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [i, expected] of pattern.entries()) {
    const actual = path[i]!;
    if (!isParameter(expected)) {
      if (actual !== expected) return undefined;
    } else {
      if (actual === '') return undefined;
      parameters[expected.slice(1, -1)] = actual;
    }
  }
  return parameters;
}
