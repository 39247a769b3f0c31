import type { PublicRequest, PublicResponse } from '../net/public-request.ts';
import type { Lane } from '../webhooks/lane.ts';
import type { Database } from '../core/database.ts';

/** A message that says that a lane has something to do now. The table knows what. */
export interface WakeUp extends Lane {
  /** Deliveries that were queued just now, which the index may not show yet. */
  deliveryIds?: string[];
  /** How often it was put back because somebody else had the lane. */
  deferred?: number;
}

/** What the webhook path needs from outside. */
export interface WebhookServices {
  database: Database;
  /** Queues messages, to be seen after that many seconds. They come at least once, in no order, or are lost. */
  send: (messages: readonly WakeUp[], delaySeconds?: number) => Promise<void>;
  /** Sends a request to somebody else's server, at a public address only. */
  request: (request: PublicRequest) => Promise<PublicResponse>;
  secret: (variable: string) => Promise<Buffer>;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
}
