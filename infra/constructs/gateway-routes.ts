import { methodsOf } from '../../shared/kernel/api/http/methods.ts';
import type { FunctionGroup } from '../../shared/surface/groups/function-group.ts';

/** A route of the gateway and the name of the function group that serves it. */
export interface GatewayRoute {
  /** `ANY /path`, `POST /path` or, for everything below a path, `ANY /path/{proxy+}`. */
  routeKey: string;
  group: string;
}

/** A segment of the paths of all routes, with the segments that follow it. */
interface PathNode {
  children: Map<string, PathNode>;
  /** The group that serves each method of the path that ends here. */
  groups: Map<string, string>;
}

/**
 * The routes that lead every operation and page to the function of its group. A path and what is below it belong to the
 * group that serves the path, except for paths below that another group serves. So new operations seldom need new
 * routes: an HTTP API has at most 300. Requests without a route reach `fallback`, the group of `$default`.
 */
export function gatewayRoutes(
  groups: Readonly<Record<string, Pick<FunctionGroup, 'operations' | 'routes'>>>,
  fallback: string,
): GatewayRoute[] {
  const root = newNode();
  for (const [group, { operations, routes }] of Object.entries(groups)) {
    for (const route of [...operations, ...routes]) {
      const { groups: here } = nodeOf(root, route.path);
      for (const method of methodsOf(route)) here.set(method, group);
    }
  }
  return routesBelow(root, '', fallback);
}

const newNode = (): PathNode => ({ children: new Map(), groups: new Map() });

/** Adds a path's segments to the tree. At one place, parameters have one name. */
function nodeOf(root: PathNode, path: string): PathNode {
  let node = root;
  for (const segment of path.split('/').slice(1)) {
    const known = node.children.get(segment) ?? newNode();
    node.children.set(segment, known);
    node = known;
  }
  return node;
}

/** The routes of a path and of those below it, where `inherited` is the group that gets them without further routes. */
function routesBelow(node: PathNode, path: string, inherited: string): GatewayRoute[] {
  const [only, ...others] = groupsWithin(node);
  if (others.length === 0) return ownRoutes(node, path, only!, inherited);
  const here = [...new Set(node.groups.values())];
  const owner = here.length === 1 ? here[0]! : inherited;
  const methods = [...node.groups].filter(([, group]) => here.length > 1 && group !== inherited);
  return [
    ...ownRoutes(node, path, owner, inherited),
    ...methods.map(([method, group]) => ({ routeKey: `${method} ${path}`, group })),
    ...[...node.children].flatMap(([segment, child]) => routesBelow(child, `${path}/${segment}`, owner)),
  ];
}

/** The routes of a path, if it is one, and of what is below it, to a group that does not get them anyway. */
function ownRoutes(node: PathNode, path: string, group: string, inherited: string): GatewayRoute[] {
  if (group === inherited) return [];
  return [
    ...(node.groups.size > 0 ? [{ routeKey: `ANY ${path}`, group }] : []),
    ...(node.children.size > 0 ? [{ routeKey: `ANY ${path}/{proxy+}`, group }] : []),
  ];
}

const groupsWithin = ({ groups, children }: PathNode): Set<string> =>
  new Set([...groups.values(), ...[...children.values()].flatMap((child) => [...groupsWithin(child)])]);
