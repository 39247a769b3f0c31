import { TEST_EVENT } from '../webhooks/webhook.ts';
import { getRoutes, type Route } from '../webhooks/webhook-store.ts';
import { eventTime, type WebhookEvent } from './event.ts';
import { RETENTION_MS } from './event-store.ts';
import type { Reader } from '../core/database.ts';
import { type Membership, getMembership } from '../auth/membership-store.ts';

/** What an endpoint is and who owns it, as far as it decides on what the endpoint gets. */
type EndpointRoute = Pick<Route, 'subscriptions' | 'teamIds'>;

/**
 * Why an endpoint does not get an event, or undefined where it does. The owner's teams are those of now, since
 * what happens in a team that they have left, or were never in, is not theirs to see.
 */
export function reasonToSkip(
  event: Pick<WebhookEvent, 'type' | 'teamId'>,
  receiver: EndpointRoute,
  owner: Membership,
): string | undefined {
  const refusal = subscriptionMismatch(event, receiver);
  if (refusal !== undefined || event.teamId === null || owner.teamIds.has(event.teamId)) return refusal;
  return "The endpoint's owner is not in the event's team.";
}

function subscriptionMismatch(
  event: Pick<WebhookEvent, 'type' | 'teamId'>,
  { subscriptions, teamIds }: EndpointRoute,
): string | undefined {
  if (event.type === TEST_EVENT) return undefined;
  if (!subscriptions.has(event.type)) return 'The endpoint does not subscribe to this kind of event.';
  if (event.teamId === null || !teamIds || teamIds.has(event.teamId)) return undefined;
  return "The event's team is not among those of the endpoint.";
}

/** An endpoint that an event is for; held where nothing may be sent to it now. */
export interface Recipient extends Route {
  held: boolean;
  /** It is not disabled yet though its owner is no longer an admin. */
  unowned: boolean;
}

/** Finds the recipients of events; asks once for each workspace and each owner. */
export function findRecipients(read: Reader, now: Date) {
  const routes = memoize((workspaceId: string) => getRoutes(read, workspaceId));
  const owners = memoize((ids: string) => {
    const [workspaceId, ownerId] = ids.split(' ') as [string, string];
    return getMembership(read, workspaceId, ownerId);
  });
  const oldest = new Date(now.getTime() - RETENTION_MS).toISOString();

  return async (event: WebhookEvent): Promise<Recipient[]> => {
    const recipients: Recipient[] = [];
    for (const route of await routes(event.workspaceId)) {
      // Of an endpoint that has long been disabled nothing is held any more, and none gets what was before it.
      if (route.disabledAt !== null && route.disabledAt < oldest) continue;
      if (eventTime(route.webhookId) > eventTime(event.id) + CLOCK_SKEW_MS) continue;
      const owner = await owners(`${route.workspaceId} ${route.ownerId}`);
      const owned = owner?.role === 'admin';
      // Without an owner it is held for the next one, whose teams count when it is sent.
      const refusal = owned ? reasonToSkip(event, route, owner) : subscriptionMismatch(event, route);
      if (refusal !== undefined) continue;
      const active = route.disabledAt === null;
      recipients.push({ ...route, held: !owned || !active, unowned: !owned && active });
    }
    return recipients;
  };
}

/** By how much, in milliseconds, the clocks of two machines may differ. */
const CLOCK_SKEW_MS = 60_000;

function memoize<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (key) => {
    const answer = asked.get(key) ?? ask(key);
    asked.set(key, answer);
    return answer;
  };
}
