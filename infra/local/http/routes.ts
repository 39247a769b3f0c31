import { StartError } from '../runner/start-error.ts';

/** A route of an HTTP API with its target. */
export type ServedRoute<T> = { routeKey: string; target: T };

export type RouteMatch<T> = {
  route: ServedRoute<T>;
  /** Decoded values; undefined for a path without variables. */
  pathParameters: Record<string, string> | undefined;
};

type Segment = { kind: 'static' | 'variable' | 'greedy'; text: string };
type Compiled<T> = { route: ServedRoute<T>; method: string; segments: Segment[] };

/**
 * Creates a function that finds the route for a method and a raw (percent-encoded) path. Of those that accept the
 * method, routes of the whole path win over greedy ones, then the most specific: literals before variables, segment by
 * segment; a specific method before ANY; `$default` last. Undefined if nothing matches.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function createRouter<T>(
  routes: ServedRoute<T>[],
): (method: string, rawPath: string) => RouteMatch<T> | undefined {
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');
  const compiled = routes
    .filter((route) => route !== fallback)
    .map(compile)
    .sort(bySpecificity);
  const byMethod = new Map<string, Compiled<T>[]>();
  const candidates = (method: string) => {
    const known =
      byMethod.get(method) ?? compiled.filter((route) => route.method === method || route.method === 'ANY');
    // Only methods that routes use are cached, so that arbitrary ones do not accumulate.
    if (compiled.some((route) => route.method === method)) byMethod.set(method, known);
    return known;
  };
  return (method, rawPath) => {
    const segments = rawPath.split('/').slice(1);
    for (const { route, segments: pattern } of candidates(method)) {
      const values = matchSegments(pattern, segments);
      if (values) return { route, pathParameters: pattern.some(isVariable) ? values : undefined };
    }
    return fallback && { route: fallback, pathParameters: undefined };
  };
}

function compile<T>(route: ServedRoute<T>): Compiled<T> {
  const parts = /^([A-Z]+) (\/.*)$/.exec(route.routeKey);
  if (!parts) throw new StartError(`The route key "${route.routeKey}" is not valid for an HTTP API.`);
  const segments = parts[2]!
    .split('/')
    .slice(1)
    .map((text): Segment => {
      const variable = /^\{([^}+]+)(\+?)\}$/.exec(text);
      if (!variable) return { kind: 'static', text };
      return { kind: variable[2] ? 'greedy' : 'variable', text: variable[1]! };
    });
  return { route, method: parts[1]!, segments };
}

function bySpecificity(a: Compiled<unknown>, b: Compiled<unknown>): number {
  const rank = { static: 0, variable: 1, greedy: 2 };
  const greedy = Number(isGreedy(a)) - Number(isGreedy(b));
  if (greedy !== 0) return greedy;
  for (let i = 0; i < Math.min(a.segments.length, b.segments.length); i++) {
    const difference = rank[a.segments[i]!.kind] - rank[b.segments[i]!.kind];
    if (difference !== 0) return difference;
  }
  return b.segments.length - a.segments.length || Number(a.method === 'ANY') - Number(b.method === 'ANY');
}

const isGreedy = ({ segments }: Compiled<unknown>): boolean => segments.at(-1)?.kind === 'greedy';

function matchSegments(pattern: Segment[], segments: string[]): Record<string, string> | undefined {
  const last = pattern.at(-1);
  if (last?.kind === 'greedy' ? segments.length < pattern.length : segments.length !== pattern.length)
    return undefined;
  const values: Record<string, string> = {};
  for (const [i, { kind, text }] of pattern.entries()) {
    const segment = kind === 'greedy' ? segments.slice(i).join('/') : segments[i]!;
    if (kind === 'static' ? percentDecode(segment) !== text : segment === '') return undefined;
    if (kind !== 'static') values[text] = percentDecode(segment);
  }
  return values;
}

function isVariable({ kind }: Segment): boolean {
  return kind !== 'static';
}

/** Percent-decodes; text with invalid encoding stays as it is. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
