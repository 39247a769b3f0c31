import type { PurposeKeys } from '../../kernel/core/keyring.ts';
import type { PublicRequest } from '../../kernel/net/public-request.ts';
import type { WebhookServices } from './pipeline.ts';
import { errorFields, logger } from '../../kernel/core/logger.ts';
import { AddressRefused, LookupFailed } from '../../kernel/net/address-refused.ts';
import { ConnectionFailed } from '../../kernel/net/connection-failed.ts';
import { UrlRefused } from '../../kernel/net/public-url.ts';
import { activeSecrets } from '../../kernel/secrets/secret-rotation.ts';
import { signatureHeader, decryptSecret } from '../../kernel/secrets/signing-secret.ts';
import type { FoundWebhook } from '../webhooks/webhook-store.ts';
import type { Attempt } from './delivery.ts';
import { thinBody } from './thin-event.ts';
import type { WebhookEvent } from '../../kernel/log/event.ts';
import { RECEIVER_RESPONSE_MAX_BYTES } from '../../kernel/net/receiver-limits.ts';

/** Timeout of an attempt (docs/specification.md, "Webhooks"). */
export const ATTEMPT_TIMEOUT_MS = 15_000;

/** The outcome of an attempt. */
export interface AttemptOutcome {
  attempt: Attempt;
  succeeded: boolean;
  /** Set if the attempt failed for reasons other than the receiver. */
  fault?: 'ours';
  /** The receiver's Retry-After header. */
  retryAfter: string | undefined;
  /** The reason for a missing response, if the connection failed. */
  failure?: ConnectionFailed;
  /** The reason to stop sending to the endpoint. */
  ends?: 'gone' | 'address_not_public';
}

/**
 * Sends an event to an endpoint once: to its destination in AWS, or to its URL, signed with every active secret. `round`
 * says how often the delivery was requeued. Never throws because of the receiver.
 */
export async function attemptDelivery(
  pipeline: WebhookServices,
  { webhook, secrets }: Pick<FoundWebhook, 'webhook' | 'secrets'>,
  whole: WebhookEvent,
  round = 0,
): Promise<AttemptOutcome> {
  const { id, destination, payload } = webhook;
  const event = payload === 'thin' ? { ...whole, body: thinBody(whole) } : whole;
  if (destination !== null && 'arn' in destination) {
    // Imported on demand, since most endpoints are URLs.
    const { sendToDestination } = await import('../destinations/send-to-destination.ts');
    return await attempt(pipeline, id, (now) =>
      sendToDestination(pipeline.request, { id, destination }, { event, now, round }),
    );
  }
  return await attemptRequest(pipeline, id, (now, sealing) => {
    const signing = activeSecrets(secrets, now).map(({ sealed }) => decryptSecret(sealed, sealing, id));
    const timestamp = Math.floor(now.getTime() / 1000);
    return {
      url: new URL(webhook.url),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Plotline-Webhooks/1.0',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureHeader(signing, { id: event.id, timestamp, body: event.body }),
      },
      body: event.body,
    };
  });
}

type AttemptRequest = Required<Pick<PublicRequest, 'url' | 'headers' | 'body'>>;

/**
 * Sends a request to a receiver once; `request` is built from the time and the keys. Never throws because of the
 * receiver.
 */
export const attemptRequest = (
  { request, keys, now: clock }: Pick<WebhookServices, 'request' | 'keys' | 'now'>,
  receiverId: string,
  makeRequest: (now: Date, sealing: PurposeKeys) => AttemptRequest,
): Promise<AttemptOutcome> =>
  attempt({ now: clock }, receiverId, async (now) => {
    const { status, headers, durationMs } = await request({
      ...makeRequest(now, await keys('webhookSecrets')),
      method: 'POST',
      timeoutMs: ATTEMPT_TIMEOUT_MS,
      maxResponseBytes: RECEIVER_RESPONSE_MAX_BYTES,
    });
    const error = status >= 200 && status < 300 ? null : describeStatus(status);
    const ends = status === 410 ? { ends: 'gone' as const } : {};
    return { status, durationMs, error, retryAfter: headers['retry-after'], ...ends };
  });

/** The answer of a receiver; `error` is null if it took the event. */
interface ReceiverAnswer extends Pick<AttemptOutcome, 'ends'> {
  status: number;
  durationMs: number;
  error: string | null;
  retryAfter?: string | undefined;
}

/** Makes one attempt. A network that fails, or a receiver that may not be sent to, is its outcome too. */
export async function attempt(
  { now: clock }: Pick<WebhookServices, 'now'>,
  receiverId: string,
  send: (now: Date) => Promise<ReceiverAnswer>,
): Promise<AttemptOutcome> {
  const now = clock();
  const attemptedAt = now.toISOString();
  try {
    const { status: responseStatus, durationMs, error, retryAfter, ...ends } = await send(now);
    return {
      attempt: { attemptedAt, responseStatus, durationMs, error },
      succeeded: error === null,
      retryAfter,
      ...ends,
    };
  } catch (error) {
    const durationMs = clock().getTime() - now.getTime();
    const described = describeFailure(error);
    if (!described) logger.error('webhook attempt failed', { webhookId: receiverId, ...errorFields(error) });
    const made = { attemptedAt, responseStatus: null, durationMs, error: described ?? INTERNAL_FAILURE };
    const ends = isRefusal(error) ? { ends: 'address_not_public' as const } : {};
    const fault = described ? {} : { fault: 'ours' as const };
    const failure = error instanceof ConnectionFailed ? { failure: error } : {};
    return { attempt: made, succeeded: false, retryAfter: undefined, ...failure, ...fault, ...ends };
  }
}

function describeStatus(status: number): string {
  if (status >= 300 && status < 400)
    return `The endpoint responded with ${status}; redirects are not followed.`;
  return `The endpoint responded with ${status}.`;
}

const INTERNAL_FAILURE = 'An internal error occurred.';

/**
 * The network layer's messages about a receiver are safe to show; undefined for any other error, which is
 * internal.
 */
function describeFailure(error: unknown): string | undefined {
  if (error instanceof UrlRefused) return `The URL ${error.message}.`;
  if (error instanceof AddressRefused || error instanceof LookupFailed || error instanceof ConnectionFailed) {
    return error.message;
  }
  return undefined;
}

/** An unresolved name may resolve later; a non-public address is not retried. */
const isRefusal = (error: unknown): boolean =>
  error instanceof UrlRefused || (error instanceof AddressRefused && error.reason !== 'unresolvable');
