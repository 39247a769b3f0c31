import type { Reader } from '../db/reader.ts';
import { getMembership, type Membership } from '../members/member-store.ts';
import { TEST_EVENT } from '../webhooks/webhook.ts';
import { getRoutes, type Route } from '../webhooks/webhook-store.ts';
import type { WebhookEvent } from './event.ts';
import { KEPT } from './event-store.ts';

/** What an endpoint is and who owns it, as far as it decides on what the endpoint gets. */
type Receiver = Pick<Route, 'subscriptions' | 'teamIds'>;

/**
 * Why an endpoint does not get an event, or undefined where it does. The owner's teams are those of now, since
 * what happens in a team that they have left, or were never in, is not theirs to see.
 */
export function refusalOf(
  event: Pick<WebhookEvent, 'type' | 'teamId'>,
  { subscriptions, teamIds }: Receiver,
  owner: Membership,
): string | undefined {
  if (event.type === TEST_EVENT) return undefined;
  if (!subscriptions.has(event.type)) return 'The endpoint does not subscribe to this kind of event.';
  if (event.teamId === null) return undefined;
  if (teamIds && !teamIds.has(event.teamId)) return "The event's team is not among those of the endpoint.";
  if (!owner.teamIds.has(event.teamId)) return "The endpoint's owner is not in the event's team.";
  return undefined;
}

/** Who gets an event, and whose owner has lost the right to any. */
export interface Recipients {
  routes: Route[];
  unowned: Route[];
}

/** Finds the recipients of events; asks once for each workspace and each owner. */
export function findRecipients(read: Reader, now: Date) {
  const routes = once((workspaceId: string) => getRoutes(read, workspaceId));
  const owners = once((ids: string) => {
    const [workspaceId, ownerId] = ids.split(' ') as [string, string];
    return getMembership(read, workspaceId, ownerId);
  });
  const oldest = new Date(now.getTime() - KEPT).toISOString();

  return async (event: WebhookEvent): Promise<Recipients> => {
    const recipients: Recipients = { routes: [], unowned: [] };
    for (const route of await routes(event.workspaceId)) {
      // Of an endpoint that has long been disabled nothing is held any more.
      if (route.disabledAt !== null && route.disabledAt < oldest) continue;
      const owner = await owners(`${route.workspaceId} ${route.ownerId}`);
      if (owner?.role !== 'admin') {
        if (route.disabledAt === null) recipients.unowned.push(route);
      } else if (refusalOf(event, route, owner) === undefined) recipients.routes.push(route);
    }
    return recipients;
  };
}

function once<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (key) => {
    const answer = asked.get(key) ?? ask(key);
    asked.set(key, answer);
    return answer;
  };
}
