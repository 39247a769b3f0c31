import type { PublicRequest, PublicResponse } from '../../kernel/net/public-request.ts';
import type { PurposeKeys } from '../../kernel/core/keyring.ts';
import type { Lane } from '../webhooks/lane.ts';
import type { Database } from '../../kernel/core/database.ts';

/** A message saying that a lane has work. The details are in the table. */
export interface WakeUp extends Lane {
  /** The ids of newly queued deliveries, which the index may not contain yet. */
  deliveryIds?: string[];
  /** The number of times that the message was requeued because another worker held the lane. */
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
  /** The retention of events in milliseconds. */
  retention: number;
  /** The retention of audit entries in milliseconds; 400 days by default. */
  auditRetentionMs?: number | undefined;
  /** The maximum number of a workspace's lanes that are processed concurrently. */
  slots: number;
  randomBytes: (size: number) => Buffer;
}

/**
 * The fair-queue tenant of a message. The queue serves tenants in turn (SQS fair queues), so that a workspace with a
 * thousand slow endpoints delays only its own deliveries.
 */
export const deliveryTenant = ({ workspaceId, webhookId }: WakeUp): string => workspaceId ?? webhookId;
