import { includesType, isEventKind, TEST_EVENT } from '../webhooks/webhook.ts';
import { findCategories, type FindCategory } from '../../identity/status/find-categories.ts';
import { filterMismatch } from './filter-mismatch.ts';
import { toMcpEvent, type McpSourceEvent } from '../subscriptions/mcp-event.ts';
import { mayOwnEndpoint } from '../webhooks/webhook-access.ts';
import type { WebhookRoute } from '../webhooks/webhook-route-store.ts';
import type { FindRoutes } from './route-cache.ts';
import { eventTime, type WebhookEvent } from '../../kernel/log/event.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { type Membership, readMembership } from '../../kernel/auth/membership-store.ts';

/** The properties of an endpoint and its owner that decide which events it receives. */
type EndpointRoute = Omit<WebhookRoute, 'webhookId' | 'workspaceId' | 'disabledAt' | 'isChat'>;

/**
 * The reason why an endpoint does not receive an event, or undefined if it does. The owner's current teams count:
 * events of teams that they have left or never joined are not visible to them.
 */
export async function reasonToSkip(
  event: Pick<WebhookEvent, 'type' | 'teamId' | 'body'>,
  receiver: EndpointRoute,
  owner: Membership,
  findCategory: FindCategory,
): Promise<string | undefined> {
  const refusal =
    subscriptionMismatch(event, receiver) ?? (await filterMismatch(event, receiver, findCategory));
  if (refusal !== undefined || event.teamId === null || owner.teamIds.has(event.teamId)) return refusal;
  if (event.type === 'team.deleted' && actorOf(event).id === receiver.ownerId) return undefined;
  return "The endpoint's owner is not a member of the event's team.";
}

/** The actor of an event; the one who deleted a team was its last member, if it had any. */
const actorOf = ({ body }: Pick<WebhookEvent, 'body'>): Actor => (JSON.parse(body) as { actor: Actor }).actor;

function subscriptionMismatch(
  event: Pick<WebhookEvent, 'type' | 'teamId'>,
  { subscriptions, teamIds }: EndpointRoute,
): string | undefined {
  if (event.type === TEST_EVENT) return undefined;
  if (!isEventKind(event.type)) return 'Events of this type are only in the changes feed.';
  if (!includesType(subscriptions, event.type)) return 'The endpoint does not subscribe to this event type.';
  if (!teamIds || (event.teamId !== null && teamIds.has(event.teamId))) return undefined;
  return "The endpoint's team filter excludes the event's team.";
}

/** An endpoint or subscription that receives an event; held if nothing can be sent to it now. */
export interface Recipient {
  webhookId: string;
  workspaceId: string;
  ownerId: string;
  held: boolean;
  /** Whether the endpoint is still enabled although its owner is no longer an admin. */
  unowned: boolean;
  isChat: boolean;
}

/** Finds the recipients of events; reads each workspace and each owner once. */
export function findRecipients(
  read: Reader,
  { now, retention }: { now: Date; retention: number },
  findRoutes: FindRoutes,
) {
  const routes = memoize((workspaceId: string) => findRoutes(read, workspaceId));
  const owners = memoize((ids: string) => {
    const [workspaceId, ownerId] = ids.split(' ') as [string, string];
    return readMembership(read, workspaceId, ownerId);
  });
  const findCategory = findCategories(read);
  const oldest = new Date(now.getTime() - retention).toISOString();

  return async (event: WebhookEvent): Promise<Recipient[]> => {
    const recipients: Recipient[] = [];
    const found = (await routes(event.workspaceId)).get(event.type);
    for (const route of found?.endpoints ?? []) {
      // Endpoints disabled for longer than the retention hold nothing, and events from before their creation
      // are not sent.
      if (route.disabledAt !== null && route.disabledAt < oldest) continue;
      if (eventTime(route.webhookId) > eventTime(event.id) + CLOCK_SKEW_MS) continue;
      const owner = await owners(`${route.workspaceId} ${route.ownerId}`);
      const owned = mayOwnEndpoint(owner);
      // Without an owner, the event is held for the next one, whose teams are checked on sending.
      const refusal = owned
        ? await reasonToSkip(event, route, owner, findCategory)
        : subscriptionMismatch(event, route);
      if (refusal !== undefined) continue;
      const active = route.disabledAt === null;
      const { webhookId, workspaceId, ownerId, isChat } = route;
      recipients.push({
        webhookId,
        workspaceId,
        ownerId,
        held: !owned || !active,
        unowned: !owned && active,
        isChat,
      });
    }
    for (const { subscriptionId, workspaceId, memberId, ...route } of found?.subscribers ?? []) {
      if (route.expiresAt <= now.toISOString()) continue;
      if (Date.parse(route.createdAt) > eventTime(event.id) + CLOCK_SKEW_MS) continue;
      // What the user may see is decided when it is sent; here only what costs nothing to know.
      const member = await owners(`${workspaceId} ${memberId}`);
      if (event.teamId === null || !member?.teamIds.has(event.teamId)) continue;
      const isVisible = toMcpEvent(
        route.name,
        JSON.parse(event.body) as McpSourceEvent,
        route.filters,
        memberId,
      );
      if (!isVisible) continue;
      recipients.push({
        webhookId: subscriptionId,
        workspaceId,
        ownerId: memberId,
        held: false,
        unowned: false,
        isChat: false,
      });
    }
    return recipients;
  };
}

/** Maximum clock difference between two machines in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

function memoize<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (key) => {
    const answer = asked.get(key) ?? ask(key);
    asked.set(key, answer);
    return answer;
  };
}
