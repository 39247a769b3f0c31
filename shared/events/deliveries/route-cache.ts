import type { Reader } from '../../kernel/core/database.ts';
import { eventKinds, includesType } from '../webhooks/webhook.ts';
import { getAllRoutes, type SubscriberRoute } from '../webhooks/subscriber-route-store.ts';
import { getRoutesVersion, type WebhookRoute } from '../webhooks/webhook-route-store.ts';
import { isRuleItem, toRoute, type KnownRule } from '../rules/rule-route.ts';
import { isRuleKind, typesOf } from '../rules/rule-kinds.ts';

/** The recipients of a kind of event: endpoints, the subscriptions of MCP clients, and rules. */
interface Routes {
  endpoints: WebhookRoute[];
  subscribers: SubscriberRoute[];
  rules: KnownRule[];
}

type RoutesByKind = ReadonlyMap<string, Routes>;

/** The routes of a workspace by the kind of event that they receive. */
interface KnownRoutes {
  version: number;
  byKind: RoutesByKind;
}

/** The number of workspaces whose routes a sandbox caches. */
const WORKSPACES_MAX = 1_000;

export type FindRoutes = (read: Reader, workspaceId: string) => Promise<RoutesByKind>;

/**
 * Returns a function that finds the routes of a workspace by the kind of event. It reads the version of the workspace's
 * routes, strongly consistent, and all of them only when that has moved: an endpoint is never missed, and a
 * workspace with a thousand of them costs one read unit per batch of changes.
 */
export function createRouteCache(): FindRoutes {
  const known = new Map<string, KnownRoutes>();
  return async (read, workspaceId) => {
    // Before the routes: a change in between moves the version again.
    const version = await getRoutesVersion(read, workspaceId);
    let routes = known.get(workspaceId);
    if (routes?.version !== version) {
      const { items, ...others } = await getAllRoutes(read, workspaceId);
      const rules = items.filter(isRuleItem).map(toRoute);
      routes = { version, byKind: byKind({ ...others, rules }) };
      if (known.size >= WORKSPACES_MAX) known.clear();
      known.set(workspaceId, routes);
    }
    return routes.byKind;
  };
}

const byKind = ({ endpoints, subscribers, rules }: Routes): RoutesByKind =>
  new Map(
    eventKinds.map((kind) => [
      kind,
      {
        endpoints: endpoints.filter(({ subscriptions }) => includesType(subscriptions, kind)),
        subscribers: subscribers.filter(({ type }) => type === kind),
        rules: rules.filter(
          ({ rule }) => rule.enabled && rule.on?.filter(isRuleKind).flatMap(typesOf).includes(kind),
        ),
      },
    ]),
  );
