import type { PublicRequest, PublicResponse } from '../../kernel/net/public-request.ts';
import type { PurposeKeys } from '../../kernel/core/keyring.ts';
import type { Lane } from '../webhooks/lane.ts';
import type { Database } from '../../kernel/core/database.ts';

/** A message saying that a lane has work. The details are in the table. */
export interface WakeUp extends Lane {
  /** Deliveries queued just now, which the index may not show yet. */
  deliveryIds?: string[];
  /** How often the message was requeued because another worker held the lane. */
  deferred?: number;
}

/** External dependencies of the webhook pipeline. */
export interface WebhookServices {
  database: Database;
  /**
   * Queues messages with a delay in seconds. Delivery is at least once and unordered, and messages may be
   * lost.
   */
  send: (messages: readonly WakeUp[], delaySeconds?: number) => Promise<void>;
  /** Sends a request to another party's server, at public addresses only. */
  request: (request: PublicRequest) => Promise<PublicResponse>;
  keys: (purpose: 'webhookSecrets') => Promise<PurposeKeys>;
  now: () => Date;
  /** How long events are retained, in milliseconds. */
  retention: number;
  /** How long entries of audit trails are retained, in milliseconds; 400 days if left out. */
  auditRetentionMs?: number | undefined;
  /** How many lanes of one workspace are processed at once. */
  slots: number;
  randomBytes: (size: number) => Buffer;
}

/**
 * Whom a message counts for. The queue serves tenants in turn (SQS fair queues), so that a workspace with a thousand
 * slow endpoints delays its own deliveries, not those of others.
 */
export const deliveryTenant = ({ workspaceId, webhookId }: WakeUp): string => workspaceId ?? webhookId;
