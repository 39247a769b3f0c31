import type { PublicResponse } from '../../kernel/net/public-request.ts';
import type { WebhookEvent } from '../../kernel/log/event.ts';
import type { Destination } from './destination.ts';

/** A call of AWS, not yet signed. */
interface DestinationCall {
  method: 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What is sent. */
interface Sending {
  event: WebhookEvent;
  /** The event as a CloudEvent in JSON. */
  cloudEvent: string;
  /** How often someone has had it delivered again; the attempts of one round repeat each other. */
  round: number;
}

/** The parts of an ARN that say where something is; a bucket's has neither account nor region. */
export interface ArnParts {
  partition: string;
  region?: string;
  account?: string;
  name: string;
}

/** What a type of destination is: how its ARN looks, and the one call that sends an event. */
export interface DestinationKind {
  /** As AWS names it in addresses and signatures. */
  service: 'events' | 'sqs' | 's3';
  /** Its groups are ArnParts. */
  arn: RegExp;
  example: string;
  /** The path of its URL, for people. */
  urlPath: (destination: Pick<Destination, 'prefix'>, parts: ArnParts) => string;
  /** The only action that sending takes, and on what. */
  action: string;
  resource: (destination: Destination) => string;
  /** Sends the event as a CloudEvent in JSON. */
  call: (destination: Destination, parts: ArnParts, sending: Sending) => DestinationCall;
  /** The error code of AWS; undefined if it has taken the event. */
  errorCode: (response: PublicResponse) => string | undefined;
}

/** The parts of a destination's ARN; undefined if it has another form. */
export const parseArn = ({ arn }: Pick<DestinationKind, 'arn'>, text: string): ArnParts | undefined =>
  arn.exec(text)?.groups as ArnParts | undefined;

/** The error code in an answer of AWS's JSON protocols, such as `QueueDoesNotExist`. */
export function jsonErrorCode({ status, headers, body }: PublicResponse): string | undefined {
  if (status === 200) return undefined;
  const named = headers['x-amzn-query-error'] ?? headers['x-amzn-errortype'] ?? parsed(body)['__type'];
  // `com.amazonaws.sqs#QueueDoesNotExist`, `AWS.SimpleQueueService.NonExistentQueue;Sender` or `Code:http://…`
  return typeof named === 'string' ? named.replace(/^.*#/, '').replace(/[;:].*$/, '') : `HTTP ${status}`;
}

/** The object in a JSON body; empty if it is none. */
export function parsed(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The error code in an answer of AWS's XML protocols, such as `NoSuchBucket`. */
export const xmlErrorCode = ({ status, body }: PublicResponse): string | undefined =>
  status === 200 ? undefined : (/<Code>([\w.]+)<\/Code>/.exec(body.toString())?.[1] ?? `HTTP ${status}`);
