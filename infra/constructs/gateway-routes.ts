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
  /** The fewest routes from here on, by the group that gets them without further routes. */
  routes: Map<string, GatewayRoute[]>;
}

/**
 * The routes that lead every operation and page to the function of its group, as few as there can be: an HTTP API has at
 * most 300. What is below a path has one group, except for paths that others serve, so new operations seldom need new
 * routes. Requests without a route reach `fallback`, the group of `$default`.
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
  return [...root.children].flatMap(([segment, child]) => routesFrom(child, `/${segment}`, fallback));
}

const newNode = (): PathNode => ({ children: new Map(), groups: new Map(), routes: new Map() });

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

/** The fewest routes of a path and of those below it, where `inherited` is the group that gets them without further routes. */
function routesFrom(node: PathNode, path: string, inherited: string): GatewayRoute[] {
  const known = node.routes.get(inherited);
  if (known) return known;
  const found = [...routesOf(node, path, inherited), ...routesBelow(node, path, inherited)];
  node.routes.set(inherited, found);
  return found;
}

/** The routes of the path itself, to groups that do not get it anyway. */
function routesOf({ groups }: PathNode, path: string, inherited: string): GatewayRoute[] {
  const [group, ...others] = new Set(groups.values());
  if (others.length === 0) return group && group !== inherited ? [{ routeKey: `ANY ${path}`, group }] : [];
  return [...groups].flatMap(([method, one]) =>
    one === inherited ? [] : [{ routeKey: `${method} ${path}`, group: one }],
  );
}

/** The fewest routes of what is below a path: all of it has one group, but for what others serve. */
function routesBelow(node: PathNode, path: string, inherited: string): GatewayRoute[] {
  if (node.children.size === 0) return [];
  // Of groups that need as many, the first: that of the path.
  const candidates = new Set([...node.groups.values(), inherited, ...groupsWithin(node)]);
  const found = [...candidates].map((owner) => [
    ...(owner === inherited ? [] : [{ routeKey: `ANY ${path}/{proxy+}`, group: owner }]),
    ...[...node.children].flatMap(([segment, child]) => routesFrom(child, `${path}/${segment}`, owner)),
  ]);
  return found.reduce((fewest, one) => (one.length < fewest.length ? one : fewest));
}

const groupsWithin = ({ groups, children }: PathNode): Set<string> =>
  new Set([...groups.values(), ...[...children.values()].flatMap((child) => [...groupsWithin(child)])]);
