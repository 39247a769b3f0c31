import * as z from 'zod';
import { text, timestamp, uuid } from '../core/schema.ts';
import { eventKinds, TEST_EVENT } from '../webhooks/webhook.ts';
import type { WebhookEvent } from './event.ts';

/** What becomes of a delivery. */
const statuses = {
  pending: 'queued, not tried yet',
  retrying: 'tried without success, and will be again',
  delivered: 'answered with 2xx',
  failed: 'tried as often as it is tried',
  held: 'the endpoint was disabled',
  dropped: 'not sent, since the endpoint no longer gets such events',
} as const;

export type DeliveryStatus = keyof typeof statuses;

/** Those that someone may want to look after; a list can ask for each. */
export const listableStatuses = ['retrying', 'failed', 'held', 'dropped'] as const;
export type ListableStatus = (typeof listableStatuses)[number];

export const isListable = (status: DeliveryStatus): status is ListableStatus =>
  (listableStatuses as readonly string[]).includes(status);

const attemptSchema = z
  .object({
    attemptedAt: timestamp(),
    responseStatus: z.int().nullable().meta({ description: 'Null where no answer came.' }),
    durationMs: z.int(),
    error: text({ max: 500 }).nullable().meta({ description: 'Why it was no success.' }),
  })
  .meta({ id: 'WebhookAttempt' });

export type Attempt = z.output<typeof attemptSchema>;

/** The attempts that a delivery shows, the latest ones; a redelivery adds to them. */
export const ATTEMPTS_SHOWN = 30;

/** Append new fields at the end: their order is part of the stored format. */
export const deliverySchema = z
  .object({
    id: uuid(),
    webhookId: uuid(),
    eventId: uuid().meta({ description: 'What the header webhook-id carries, the same on every attempt.' }),
    eventType: z.enum([...eventKinds, TEST_EVENT]),
    status: z.enum(Object.keys(statuses) as [DeliveryStatus, ...DeliveryStatus[]]).meta({
      description: Object.entries(statuses)
        .map(([status, meaning]) => `${status}: ${meaning}.`)
        .join(' '),
    }),
    statusReason: text({ max: 500 }).nullable().meta({ description: 'Why it is failed, held or dropped.' }),
    attemptCount: z.int(),
    attempts: z.array(attemptSchema).meta({ description: `Oldest first, the last ${ATTEMPTS_SHOWN}.` }),
    nextAttemptAt: timestamp().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to an endpoint, kept for 30 days.' });

export type Delivery = z.output<typeof deliverySchema>;

export const isWaiting = ({ status }: Pick<Delivery, 'status'>): boolean =>
  status === 'pending' || status === 'retrying';

/** A delivery as it begins. */
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
  /** The endpoint is disabled. */
  held: boolean;
  now: Date;
}): Delivery {
  const createdAt = now.toISOString();
  return {
    id,
    webhookId,
    eventId: event.id,
    eventType: event.type,
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
