import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Destination } from '../../shared/events/destinations/destination.ts';
import { destinationOrThrow } from '../../shared/events/destinations/parse-destination.ts';
import { sendToDestination } from '../../shared/events/destinations/send-to-destination.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import type { WebhookEvent } from '../../shared/kernel/log/event.ts';
import type { PublicRequest } from '../../shared/kernel/net/public-request.ts';

const NOW = new Date('2026-11-26T12:00:00.000Z');
const MINUTE_MS = 60_000;

beforeEach(() => {
  const place = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 's' };
  for (const [name, value] of Object.entries({ ...place, AWS_LAMBDA_FUNCTION_NAME: 'deliverer' }))
    vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());

/** A destination that no other test uses. */
function newDestination(type: 'sqs' | 'eventbridge'): Destination {
  const arn =
    type === 'sqs' ? 'sqs:eu-central-1:111122223333:q' : 'events:eu-central-1:111122223333:event-bus/b';
  return {
    type,
    arn: `arn:aws:${arn}`,
    roleArn: 'arn:aws:iam::111122223333:role/plotline-events',
    region: 'eu-central-1',
    prefix: null,
    externalId: newId(NOW),
    principalArn: 'arn:aws:iam::444455556666:root',
  };
}

const event = {
  id: newId(NOW),
  type: 'story.created',
  workspaceId: 'w',
  subjectId: 's',
  body: JSON.stringify({ timestamp: NOW.toISOString() }),
} as WebhookEvent;

interface Sent {
  destination: Destination;
  /** The answer of AWS. */
  status?: number;
  code?: string;
  now?: Date;
  round?: number | undefined;
}

/** Sends an event, and returns the requests that were made. */
async function sentTo(
  destination: Destination,
  of: WebhookEvent,
  { status = 200, code, now = NOW, round }: Partial<Sent> = {},
) {
  const requests: PublicRequest[] = [];
  const expiration = new Date(now.getTime() + 15 * MINUTE_MS).toISOString();
  const session = `<AccessKeyId>K</AccessKeyId><SecretAccessKey>S</SecretAccessKey><SessionToken>T</SessionToken><Expiration>${expiration}</Expiration>`;
  const send = async (request: PublicRequest) => {
    requests.unshift(request);
    const answer = isForRole(request)
      ? { status: 200, text: session }
      : { status, text: JSON.stringify({ __type: code }) };
    return {
      ...answer,
      body: Buffer.from(answer.text),
      headers: {},
      truncated: false,
      durationMs: 1,
      address: '192.0.2.1',
    };
  };
  await sendToDestination(
    send,
    { id: newId(NOW), destination },
    { event: of, now, ...(round !== undefined && { round }) },
  );
  return requests;
}

const isForRole = ({ url }: PublicRequest): boolean => url.hostname.startsWith('sts.');

/** The external ids with which roles are assumed while events are sent in turn. */
async function assumedFor(sent: Sent[]) {
  const requests: PublicRequest[] = [];
  for (const { destination, ...answer } of sent) requests.push(...(await sentTo(destination, event, answer)));
  return requests.filter(isForRole).map(({ body }) => new URLSearchParams(String(body)).get('ExternalId'));
}

test('a session serves one external id until a minute before it ends', async () => {
  const [one, two] = [newDestination('sqs'), newDestination('sqs')];
  const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);
  const sent = [
    { destination: one },
    { destination: two },
    { destination: one, now: later(13.9) },
    { destination: one, now: later(14) },
  ];
  expect(await assumedFor(sent)).toEqual([one.externalId, two.externalId, one.externalId]);
});

test.each([
  ['eventbridge', 'AccessDeniedException'],
  ['eventbridge', 'UnrecognizedClientException'],
  ['sqs', 'com.amazonaws.sqs#InvalidSecurity'],
  ['sqs', 'ExpiredTokenException'],
] as const)(
  'a session that AWS refuses is not used again, whatever the status: %s %s',
  async (type, code) => {
    const destination = newDestination(type);
    expect(await assumedFor([{ destination, status: 400, code }, { destination }])).toHaveLength(2);
  },
);

test('a session is used again after AWS throttled a request', async () => {
  const destination = newDestination('sqs');
  const sent = [{ destination, status: 400, code: 'RequestThrottled' }, { destination }];
  expect(await assumedFor(sent)).toHaveLength(1);
});

test('a message of SQS has none of the characters that SQS refuses, and says the same', async () => {
  const title = 'Boats \ufffe & \uffff \u007f 🦀';
  const body = JSON.stringify({ timestamp: NOW.toISOString(), data: { title } });
  const [sent] = await sentTo(newDestination('sqs'), { ...event, body });
  const { MessageBody } = JSON.parse(String(sent!.body)) as { MessageBody: string };
  expect(MessageBody).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  expect(JSON.parse(MessageBody)).toMatchObject({ data: { data: { title } } });
});

test('a queue drops a repeated attempt by its id, and takes a redelivery', async () => {
  const fifo = newDestination('sqs');
  fifo.arn += '.fifo';
  const ids: string[] = [];
  for (const round of [undefined, 0, 1, 1, 2]) {
    const [sent] = await sentTo(fifo, event, { round });
    ids.push((JSON.parse(String(sent!.body)) as { MessageDeduplicationId: string }).MessageDeduplicationId);
  }
  const [first, second, third] = [event.id, ids[2]!, ids[4]!];
  expect(ids).toEqual([first, first, second, second, third]);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[\w-]{1,128}$/);
});

test('an object is created only in a bucket of the account of its role', async () => {
  const bucket: Destination = { ...newDestination('sqs'), type: 's3', arn: 'arn:aws:s3:::acme-events' };
  const [sent] = await sentTo(bucket, event);
  expect(sent!.headers).toMatchObject({ 'x-amz-expected-bucket-owner': '111122223333' });
  expect(sent!.headers['authorization']).toContain('x-amz-expected-bucket-owner');
});

test.each(['cn-north-1', 'xx-north-1', 'constructor-a-1'])(
  'a destination is refused in a region that the partition does not have: %s',
  (region) => {
    const { roleArn } = newDestination('sqs');
    const of = { externalId: 'x', accountId: '444455556666' };
    const refused = expect.objectContaining({ code: 'invalid_request' });
    const name = (service: string, what: string) => `arn:aws:${service}:${region}:111122223333:${what}`;
    for (const [type, arn] of [
      ['sqs', name('sqs', 'q')],
      ['eventbridge', name('events', 'event-bus/b')],
    ] as const)
      expect(() => destinationOrThrow({ type, arn, roleArn }, of)).toThrow(refused);
  },
);

test.each([
  ['us-gov-west-1', 'aws-us-gov', 'amazonaws.com'],
  ['cn-north-1', 'aws-cn', 'amazonaws.com.cn'],
  ['eu-central-1', 'aws', 'amazonaws.com'],
])(
  'a destination is in the partition of Plotline, whose account its role trusts: %s',
  (region, partition, domain) => {
    const arnOf = (rest: string) => `arn:${partition}:${rest}`;
    const roleArn = arnOf('iam::111122223333:role/plotline-events');
    const trust = { externalId: 'x', accountId: '444455556666', ownRegion: region };
    const sqs = { type: 'sqs', arn: arnOf(`sqs:${region}:111122223333:q`), roleArn } as const;
    const { destination, url } = destinationOrThrow(sqs, trust);
    expect(destination).toMatchObject({ region, principalArn: arnOf('iam::444455556666:root') });
    expect(url).toBe(`https://sqs.${region}.${domain}/111122223333/q`);
    const s3 = { type: 's3', arn: arnOf('s3:::acme'), roleArn, region } as const;
    expect(destinationOrThrow(s3, trust).url).toBe(`https://s3.${region}.${domain}/acme/`);

    const refused = expect.objectContaining({ code: 'invalid_request' });
    const elsewhere = { ...trust, ownRegion: region === 'eu-central-1' ? 'cn-north-1' : 'eu-central-1' };
    for (const one of [sqs, s3]) expect(() => destinationOrThrow(one, elsewhere)).toThrow(refused);
    const other = `arn:${partition === 'aws' ? 'aws-cn' : 'aws'}:iam::111122223333:role/plotline-events`;
    expect(() => destinationOrThrow({ ...sqs, roleArn: other }, trust)).toThrow(refused);
    const far = partition === 'aws' ? 'cn-north-1' : 'eu-central-1';
    expect(() => destinationOrThrow({ ...s3, region: far }, trust)).toThrow(refused);
  },
);
