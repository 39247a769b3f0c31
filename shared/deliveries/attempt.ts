import type { WebhookServices } from './pipeline.ts';
import { errorFields, logger } from '../core/logger.ts';
import { AddressRefused, LookupFailed } from '../net/resolve-public.ts';
import { ConnectionFailed } from '../net/connection-failed.ts';
import { UrlRefused } from '../net/public-url.ts';
import { encryptionKey, signatureHeader, decryptSecret } from '../webhooks/signing-secret.ts';
import type { FoundWebhook } from '../webhooks/webhook-store.ts';
import type { Attempt } from './delivery.ts';
import type { WebhookEvent } from './event.ts';

/** How long an attempt may take, and how much of the answer is read (docs/specification.md, "Webhooks"). */
export const ATTEMPT_TIMEOUT_MS = 15_000;
const RESPONSE_MAX_BYTES = 16 * 1024;

/** What came of an attempt. */
export interface Outcome {
  attempt: Attempt;
  succeeded: boolean;
  /** Present where the attempt failed without the receiver having had a part in it. */
  fault?: 'ours';
  /** What the receiver said of when to come again. */
  retryAfter: string | undefined;
  /** Why nothing is to be sent to the endpoint any more. */
  ends?: 'gone' | 'address_not_public';
}

/** Sends an event to an endpoint once, signed with every secret that signs now. Throws nothing of the receiver's. */
export async function attemptDelivery(
  { request, secret, now: clock }: WebhookServices,
  { webhook, secrets }: Pick<FoundWebhook, 'webhook' | 'secrets'>,
  event: WebhookEvent,
): Promise<Outcome> {
  const now = clock();
  const attemptedAt = now.toISOString();
  try {
    const key = encryptionKey(await secret('WEBHOOK_KEY_ARN'));
    const signing = secrets
      .filter(({ until }) => until === undefined || until > attemptedAt)
      .map(({ sealed }) => decryptSecret(sealed, { key, webhookId: webhook.id }));
    const timestamp = Math.floor(now.getTime() / 1000);
    const { status, headers, durationMs } = await request({
      url: new URL(webhook.url),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Plotline-Webhooks/1.0',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureHeader(signing, { id: event.id, timestamp, body: event.body }),
      },
      body: event.body,
      timeoutMs: ATTEMPT_TIMEOUT_MS,
      maxResponseBytes: RESPONSE_MAX_BYTES,
    });
    const succeeded = status >= 200 && status < 300;
    const error = succeeded ? null : describeStatus(status);
    return {
      attempt: { attemptedAt, responseStatus: status, durationMs, error },
      succeeded,
      retryAfter: headers['retry-after'],
      ...(status === 410 ? { ends: 'gone' as const } : {}),
    };
  } catch (error) {
    const durationMs = clock().getTime() - now.getTime();
    const described = describeFailure(error);
    if (!described) logger.error('webhook attempt failed', { webhookId: webhook.id, ...errorFields(error) });
    const attempt = { attemptedAt, responseStatus: null, durationMs, error: described ?? INTERNAL_FAILURE };
    const ends = isRefusal(error) ? { ends: 'address_not_public' as const } : {};
    const fault = described ? {} : { fault: 'ours' as const };
    return { attempt, succeeded: false, retryAfter: undefined, ...fault, ...ends };
  }
}

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return `The endpoint answered ${status}; redirects are not followed.`;
  return `The endpoint answered ${status}.`;
}

const INTERNAL_FAILURE = 'Something went wrong on our side.';

/** What the network says of a receiver is made to be shown; undefined for anything else, which is our own fault. */
function describeFailure(error: unknown): string | undefined {
  if (error instanceof UrlRefused) return `The URL ${error.message}.`;
  if (error instanceof AddressRefused || error instanceof LookupFailed || error instanceof ConnectionFailed) {
    return error.message;
  }
  return undefined;
}

/** A name that is not known just now may be again; one that leads inside is not asked a second time. */
const isRefusal = (error: unknown): boolean =>
  error instanceof UrlRefused || (error instanceof AddressRefused && error.reason !== 'unresolvable');
