import { timingSafeEqual } from 'node:crypto';
import type { PurposeKeys } from '../../kernel/core/keyring.ts';
import { ConnectionFailed } from '../../kernel/net/connection-failed.ts';
import type { PublicRequest, PublicResponse } from '../../kernel/net/public-request.ts';
import { decryptSecret, signatureHeader } from '../../kernel/secrets/signing-secret.ts';
import type { McpEvent } from './mcp-event.ts';
import type { Subscription } from './subscription.ts';
import { RECEIVER_RESPONSE_MAX_BYTES } from '../../kernel/net/receiver-limits.ts';

/** The timeout of a challenge in milliseconds; the request that asks for it waits. */
const CHALLENGE_TIMEOUT_MS = 5_000;
const CHALLENGE_BYTES = 24;

/** The reasons why a callback cannot be used, in the extension's terms; never the callback's own text. */
type CallbackProblem =
  'connection_refused' | 'timeout' | 'tls_error' | 'http_4xx' | 'http_5xx' | 'challenge_failed';

interface Signing {
  secrets: readonly string[];
  now: Date;
}

/** The headers of a message to a callback, signed according to Standard Webhooks. */
function signedHeaders(
  id: string,
  body: string,
  subscription: string,
  { secrets, now }: Signing,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Plotline-MCP-Events/1.0',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader(secrets, { id, timestamp, body }),
    'x-mcp-subscription-id': subscription,
  };
}

/** The request that sends an event to a subscription's callback, signed with every active secret. */
export function eventRequest(
  { id, url, secrets }: Pick<Subscription, 'id' | 'url' | 'secrets'>,
  event: McpEvent,
  { keys, now }: { keys: PurposeKeys; now: Date },
): { url: URL; headers: Record<string, string>; body: string } {
  const active = secrets
    .filter(({ until }) => until === undefined || until > now.toISOString())
    .map(({ sealed }) => decryptSecret(sealed, keys, id));
  // Nothing is sent again from a position: a client that was away polls.
  const body = JSON.stringify({ ...event, cursor: null });
  return {
    url: new URL(url),
    headers: signedHeaders(event.eventId, body, id, { secrets: active, now }),
    body,
  };
}

/**
 * Asks a callback to return a challenge, so that no one can subscribe another party's server. Returns the problem with
 * its answer, or undefined. Throws UrlRefused, AddressRefused and LookupFailed.
 */
export async function verifyCallback(
  { id, url, secret }: { id: string; url: string; secret: string },
  {
    request,
    randomBytes,
    now,
  }: {
    request: (sent: PublicRequest) => Promise<PublicResponse>;
    randomBytes: (size: number) => Buffer;
    now: Date;
  },
): Promise<CallbackProblem | undefined> {
  const random = () => randomBytes(CHALLENGE_BYTES).toString('base64url');
  const challenge = random();
  const body = JSON.stringify({ type: 'verification', challenge });
  try {
    const answer = await request({
      url: new URL(url),
      method: 'POST',
      headers: signedHeaders(`msg_verification_${random()}`, body, id, { secrets: [secret], now }),
      body,
      timeoutMs: CHALLENGE_TIMEOUT_MS,
      maxResponseBytes: RECEIVER_RESPONSE_MAX_BYTES,
    });
    return statusProblem(answer.status) ?? (returns(answer, challenge) ? undefined : 'challenge_failed');
  } catch (error) {
    if (error instanceof ConnectionFailed) return connectionProblem(error);
    throw error;
  }
}

/** The problem that a status indicates; undefined for success. Redirects are not followed. */
export function statusProblem(status: number): CallbackProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 500) return 'http_5xx';
  return status >= 400 ? 'http_4xx' : 'challenge_failed';
}

/** The reason for a missing response, in the extension's terms. */
export function connectionProblem({ code }: ConnectionFailed): CallbackProblem {
  if (code === 'timeout') return 'timeout';
  return code.startsWith('tls') ? 'tls_error' : 'connection_refused';
}

function returns({ body, truncated }: PublicResponse, challenge: string): boolean {
  if (truncated) return false;
  try {
    const { challenge: returned } = JSON.parse(body.toString()) as { challenge?: unknown };
    if (typeof returned !== 'string') return false;
    const [one, other] = [Buffer.from(returned), Buffer.from(challenge)];
    return one.length === other.length && timingSafeEqual(one, other);
  } catch {
    return false;
  }
}
