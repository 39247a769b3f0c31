import { attributesOf } from '../../kernel/db/document.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import type { EventKind } from './webhook.ts';
import { changeRoutes, routesOf, toRoutes, type WebhookRoute } from './webhook-route-store.ts';

/** Which events an MCP client subscribed to (shared/events/subscriptions/). It is stored with the routes of endpoints. */
export interface SubscriberRoute {
  subscriptionId: string;
  workspaceId: string;
  /** The member whose rights count. */
  memberId: string;
  /** The event's name for AI clients, and the type in the log that it is made from. */
  name: string;
  type: EventKind;
  /** The client's arguments. */
  filters: { workspaceId: string };
  createdAt: string;
  expiresAt: string;
}

const PREFIX = '#S#';

const routeKey = ({
  workspaceId,
  subscriptionId,
}: Pick<SubscriberRoute, 'workspaceId' | 'subscriptionId'>): Key => ({
  pk: routesOf(workspaceId),
  sk: `${PREFIX}${subscriptionId}`,
});

/** Changes that add a client's route, or replace it. The table deletes it some time after it has expired. */
export const putSubscriberRoute = (route: SubscriberRoute): Change[] => [
  { put: { ...routeKey(route), ...route, ttl: Math.ceil(Date.parse(route.expiresAt) / 1000) } },
  changeRoutes(route),
];

/** Changes that remove a client's route, if it is there. */
export const deleteSubscriberRoute = (
  route: Pick<SubscriberRoute, 'workspaceId' | 'subscriptionId'>,
): Change[] => [{ delete: routeKey(route) }, changeRoutes(route)];

/** All routes of a workspace: of endpoints, of clients, and the items of rules. Strongly consistent; clients' may have expired. */
export async function getAllRoutes(
  read: Reader,
  workspaceId: string,
): Promise<{ endpoints: WebhookRoute[]; subscribers: SubscriberRoute[]; items: Item[] }> {
  const items = await read.children(routesOf(workspaceId));
  const subscribers = items
    .filter(({ sk }) => sk.startsWith(PREFIX))
    .map((item) => attributesOf<SubscriberRoute>(item));
  return { endpoints: toRoutes(workspaceId, items), subscribers, items };
}
