import { expect } from 'vitest';
import { sharedService } from '../support/service.ts';

/** A request as the runner's inbox shows it to programs. */
interface Arrived {
  webhookId: string;
  type: string;
  headers: Record<string, string>;
  body: string;
}

/** What the inbox of the shared service was sent of an event, the latest first. */
export async function arrivals(eventId: string): Promise<Arrived[]> {
  const answer = await fetch(`${sharedService().baseUrl}/_local/inbox.json`);
  const { deliveries } = (await answer.json()) as { deliveries: Arrived[] };
  return deliveries.filter(({ webhookId }) => webhookId === eventId);
}

/** As soon as something holds of what happens elsewhere meanwhile; a minute is more than it ever takes. */
export const eventually = <T>(look: () => Promise<T>) => expect.poll(look);
