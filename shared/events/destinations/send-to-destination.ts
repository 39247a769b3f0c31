import { requestSigner } from '../../kernel/aws/request-signer.ts';
import type { Credentials } from '../../kernel/aws/place.ts';
import type { WebhookEvent } from '../../kernel/log/event.ts';
import type { PublicRequest, PublicResponse } from '../../kernel/net/public-request.ts';
import { RECEIVER_RESPONSE_MAX_BYTES } from '../../kernel/net/receiver-limits.ts';
import { assumeRole, forgetRole } from './assume-role.ts';
import { toCloudEvent } from './cloud-event.ts';
import { describeRefusal, describeUnassumed } from './describe-refusal.ts';
import type { Destination } from './destination.ts';
import { parseArn, type DestinationKind } from './destination-kind.ts';
import { destinationKinds, hostOf } from './destination-kinds.ts';

/** Codes that another session may mend. JSON services send them with status 400. */
const SESSION_REFUSED = /AccessDenied|NotAuthorized|InvalidSecurity|Token|Unrecognized|AccessKey|Signature/;

/** With the time to assume a role, at most that of an attempt. */
const TIMEOUT_MS = 10_000;

const signers = {
  events: requestSigner('events'),
  sqs: requestSigner('sqs'),
  s3: requestSigner('s3'),
} satisfies Record<DestinationKind['service'], unknown>;

/** The answer to a delivery, and why it failed. */
interface SendOutcome {
  status: number;
  durationMs: number;
  error: string | null;
}

/** Sends an event to a destination of AWS once. Throws what the network throws. */
export async function sendToDestination(
  send: (request: PublicRequest) => Promise<PublicResponse>,
  { id, destination }: { id: string; destination: Destination },
  { event, now, round = 0 }: { event: WebhookEvent; now: Date; round?: number },
): Promise<SendOutcome> {
  const role = await assumeRole(send, destination, { sessionName: `plotline-${id}`, now });
  if ('code' in role) {
    const { status, durationMs } = role.response;
    return { status, durationMs, error: describeUnassumed(destination, role.code) };
  }
  const kind = destinationKinds[destination.type];
  const response = await send(requestOf(kind, destination, { event, now, round, ...role }));
  const { status, durationMs } = response;
  const code = kind.errorCode(response);
  if (code === undefined) return { status, durationMs, error: null };
  if (status === 403 || SESSION_REFUSED.test(code)) forgetRole(destination);
  return { status, durationMs, error: describeRefusal(destination, code) };
}

function requestOf(
  kind: DestinationKind,
  destination: Destination,
  {
    event,
    now,
    round,
    credentials,
  }: { event: WebhookEvent; now: Date; round: number; credentials: Credentials },
): PublicRequest {
  const { region, arn } = destination;
  const { method, path, headers, body } = kind.call(destination, parseArn(kind, arn)!, {
    event,
    cloudEvent: toCloudEvent(event),
    round,
  });
  const host = hostOf(kind, region);
  const signable = { method, path, headers: { host, ...headers }, body };
  return {
    url: new URL(`https://${host}${path}`),
    method,
    headers: signers[kind.service](signable, { credentials, region, now }),
    body,
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: RECEIVER_RESPONSE_MAX_BYTES,
  };
}
