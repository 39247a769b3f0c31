import { rolesPlace, type AwsPlace, type Credentials } from '../../kernel/aws/place.ts';
import { requestSigner } from '../../kernel/aws/request-signer.ts';
import type { PublicRequest, PublicResponse } from '../../kernel/net/public-request.ts';
import { RECEIVER_RESPONSE_MAX_BYTES } from '../../kernel/net/receiver-limits.ts';
import type { Destination } from './destination.ts';
import { xmlErrorCode } from './destination-kind.ts';
import { destinationKinds } from './destination-kinds.ts';
import { endpointOf } from './partition.ts';

const TIMEOUT_MS = 5_000;

/** The shortest session that STS grants. */
const SESSION_SECONDS = 900;

/** Sessions are renewed this long before they end. */
const RENEWED_BEFORE_MS = 60_000;

/** Sessions of this sandbox by what they are for. */
const sessions = new Map<string, { credentials: Credentials; endsAt: number }>();
const SESSIONS_MAX = 1_000;

type Send = (request: PublicRequest) => Promise<PublicResponse>;

/** The session of a role, or why there is none: the answer of STS and its error code. */
export type AssumedRole = { credentials: Credentials } | { response: PublicResponse; code: string };

const keyOf = ({ roleArn, externalId, arn, prefix }: Destination): string =>
  [roleArn, externalId, arn, prefix].join(' ');

/** Discards a session whose rights were refused, so that the next attempt asks for another. */
export const forgetRole = (destination: Destination): void => void sessions.delete(keyOf(destination));

/**
 * Assumes the role of a destination with the endpoint's external id, in a session that may only send to it.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 */
export async function assumeRole(
  send: Send,
  destination: Destination,
  { sessionName, now }: { sessionName: string; now: Date },
): Promise<AssumedRole> {
  const key = keyOf(destination);
  const known = sessions.get(key);
  if (known && known.endsAt > now.getTime()) return known;
  const place = rolesPlace();
  if (!place) throw new Error('Roles are assumed in Lambda only, in a region whose endpoints are known.');
  const response = await send(requestOf(place, destination, sessionName, now));
  const code = xmlErrorCode(response);
  if (code !== undefined) return { response, code };
  const xml = response.body.toString();
  const credentials = {
    accessKeyId: elementOf(xml, 'AccessKeyId'),
    secretAccessKey: elementOf(xml, 'SecretAccessKey'),
    sessionToken: elementOf(xml, 'SessionToken'),
  };
  if (sessions.size >= SESSIONS_MAX) sessions.delete(sessions.keys().next().value!);
  const endsAt = Date.parse(elementOf(xml, 'Expiration')) - RENEWED_BEFORE_MS;
  sessions.set(key, { credentials, endsAt });
  return { credentials };
}

const sign = requestSigner('sts');

function requestOf(
  { hostname, region, credentials }: AwsPlace,
  destination: Destination,
  sessionName: string,
  now: Date,
): PublicRequest {
  const body = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: destination.roleArn,
    RoleSessionName: sessionName,
    ExternalId: destination.externalId,
    DurationSeconds: String(SESSION_SECONDS),
    Policy: JSON.stringify(sessionPolicy(destination)),
  }).toString();
  const headers = { host: hostname, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
  return {
    url: new URL(`https://${hostname}/`),
    method: 'POST',
    headers: sign({ headers, body }, { credentials, region, now }),
    body,
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: RECEIVER_RESPONSE_MAX_BYTES,
  };
}

/** A session may do less than its role: send to this destination, and use the key that encrypts it. */
function sessionPolicy(destination: Destination): object {
  const { service, action, resource } = destinationKinds[destination.type];
  const via = { 'kms:ViaService': endpointOf(service, destination.region) };
  return {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: action, Resource: resource(destination) },
      {
        Effect: 'Allow',
        Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
        Resource: '*',
        Condition: { StringEquals: via },
      },
    ],
  };
}

function elementOf(xml: string, name: string): string {
  const [, text] = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml) ?? [];
  if (text === undefined) throw new Error(`The answer of STS has no ${name}.`);
  return text;
}
