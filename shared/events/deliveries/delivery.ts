import * as z from 'zod';
import { text, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { eventKinds, TEST_EVENT } from '../webhooks/webhook.ts';
import type { WebhookEvent } from '../../kernel/log/event.ts';

/** The state of a delivery. */
const statuses = {
  pending: 'queued, not yet attempted',
  retrying: 'failed so far, will be retried',
  delivered: 'answered with 2xx',
  failed: 'failed on every attempt',
  held: 'held while the endpoint is disabled',
  dropped: 'not sent, because the endpoint no longer receives such events',
} as const;

export type DeliveryStatus = keyof typeof statuses;

/** The statuses that may need attention and can be listed. */
export const listableStatuses = ['retrying', 'failed', 'held', 'dropped'] as const;
export type ListableStatus = (typeof listableStatuses)[number];

export const isListable = (status: DeliveryStatus): status is ListableStatus =>
  (listableStatuses as readonly string[]).includes(status);

const attemptSchema = memoize(() =>
  z
    .object({
      attemptedAt: timestamp(),
      responseStatus: z.int().nullable().meta({ description: 'Null if no response was received.' }),
      durationMs: z.int(),
      error: text({ max: 500 }).nullable().meta({ description: 'Why the attempt failed.' }),
    })
    .meta({ id: 'WebhookAttempt' }),
);

export type Attempt = z.output<ReturnType<typeof attemptSchema>>;

/** Number of attempts shown per delivery, the latest ones; redeliveries add more. */
export const ATTEMPTS_SHOWN = 30;

export const deliverySchema = memoize(() =>
  z
    .object({
      id: uuid(),
      webhookId: uuid(),
      eventId: uuid().meta({
        description: 'The value of the webhook-id header, identical on every attempt.',
      }),
      eventType: z.enum([...eventKinds, TEST_EVENT]),
      status: z.enum(Object.keys(statuses) as [DeliveryStatus, ...DeliveryStatus[]]).meta({
        description: Object.entries(statuses)
          .map(([status, meaning]) => `${status}: ${meaning}.`)
          .join(' '),
      }),
      statusReason: text({ max: 500 }).nullable().meta({ description: 'Why it is failed, held or dropped.' }),
      attemptCount: z.int(),
      attempts: z
        .array(attemptSchema())
        .meta({ description: `Oldest first; at most the last ${ATTEMPTS_SHOWN}.` }),
      nextAttemptAt: timestamp().nullable(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({
      id: 'WebhookDelivery',
      description: 'The delivery of an event to an endpoint; retained for 30 days.',
    }),
);

export type Delivery = z.output<ReturnType<typeof deliverySchema>>;

export const isWaiting = ({ status }: Pick<Delivery, 'status'>): boolean =>
  status === 'pending' || status === 'retrying';

/** A new delivery. */
export function newDelivery({
  id,
  webhookId,
  event,
  held,
  now,
}: {
  id: string;
  webhookId: string;
  event: Pick<WebhookEvent, 'id' | 'type'>;
  /** Whether deliveries to the endpoint are held. */
  held: boolean;
  now: Date;
}): Delivery {
  const createdAt = now.toISOString();
  return {
    id,
    webhookId,
    eventId: event.id,
    // The log holds no other events.
    eventType: event.type as Delivery['eventType'],
    status: held ? 'held' : 'pending',
    statusReason: held ? HELD : null,
    attemptCount: 0,
    attempts: [],
    nextAttemptAt: held ? null : createdAt,
    createdAt,
    updatedAt: createdAt,
  };
}

export const HELD = 'The endpoint is disabled.';
