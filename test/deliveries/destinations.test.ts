import { describe, expect, test } from 'vitest';
import type { Destination } from '../../shared/events/destinations/destination.ts';
import { auditTrail } from '../audit/audit-api.ts';
import { createStoryAs } from '../support/workspace.ts';
import { expectBadFields } from '../support/answers.ts';
import { newWebhookWorkspace, webhookApi } from '../webhooks/webhook-api.ts';
import { ACCOUNT, arrivedAt, newDestinations, putRole, receivedAt, refuse } from './aws-account.ts';
import { eventually } from './inbox.ts';

const { workspace, team, admin, colleague, api } = await newWebhookWorkspace();

const SEND = { sqs: 'sqs:SendMessage', eventbridge: 'events:PutEvents', s3: 's3:PutObject' };

/** An endpoint with a destination, whose role trusts it as the guide says. */
async function newEndpoint(destination: { type: keyof typeof SEND; roleArn: string }, actions?: string[]) {
  const webhook = await api.create({ url: undefined, destination });
  const { externalId } = webhook.destination as Destination;
  const role = { arn: destination.roleArn, externalId, actions: actions ?? [SEND[destination.type]] };
  await putRole(role);
  return { webhook, role };
}

/** The delivery of a test event once its newest attempt has ended. */
async function attempted(webhookId: string, attempts = 1) {
  const { data } = (await api.test(webhookId)).json;
  return await settled(webhookId, data.id, attempts);
}

async function settled(webhookId: string, deliveryId: string, attempts: number) {
  await eventually(async () => (await api.readDelivery(webhookId, deliveryId)).attemptCount).toBe(attempts);
  return await api.readDelivery(webhookId, deliveryId);
}

const textIn: Record<string, (content: any) => string> = {
  sqs: ({ MessageBody }) => MessageBody,
  fifo: ({ MessageBody }) => MessageBody,
  eventbridge: ({ Detail }) => Detail,
  s3: ({ body }) => body,
};

test('a destination gets thin events too, as CloudEvents', async () => {
  const destination = newDestinations().sqs;
  const { webhook } = await newEndpoint(destination);
  const { status } = await api.update(webhook, { payload: 'thin' });
  expect(status).toBe(200);
  const story = await createStoryAs(admin.client, workspace, { teamId: team.id, title: 'A secret' });

  await eventually(async () => (await arrivedAt(destination.arn)).length).toBe(1);
  const [content] = await arrivedAt(destination.arn);
  const { data, subject } = JSON.parse(textIn['sqs']!(content));
  expect([subject, data.resource, data.fields]).toEqual([story.id, { type: 'story', id: story.id }, []]);
  expect(JSON.stringify(content)).not.toContain('A secret');
});

test.each(['sqs', 'fifo', 'eventbridge', 's3'] as const)(
  'a story that is created arrives at a destination as a CloudEvent: %s',
  async (kind) => {
    const destination = newDestinations()[kind];
    const { webhook } = await newEndpoint(destination);
    const story = await createStoryAs(admin.client, workspace, { teamId: team.id, title: 'Tell AWS' });

    await eventually(async () => (await arrivedAt(destination.arn)).length).toBe(1);
    const [content] = await arrivedAt(destination.arn);
    const cloudEvent = JSON.parse(textIn[kind]!(content));
    const { data, ...attributes } = cloudEvent;
    expect(data).toMatchObject({ type: 'story.created', workspaceId: workspace.id, data: { id: story.id } });
    expect(attributes).toEqual({
      specversion: '1.0',
      id: data.id,
      source: `/api/v1/workspaces/${workspace.id}`,
      type: 'story.created',
      subject: story.id,
      time: data.timestamp,
      datacontenttype: 'application/json',
    });
    expect(content).toMatchObject(
      {
        sqs: { MessageAttributes: { 'ce-type': { DataType: 'String', StringValue: 'story.created' } } },
        fifo: { MessageGroupId: story.id, MessageDeduplicationId: data.id },
        eventbridge: { Source: 'plotline', DetailType: 'story.created' },
        s3: {
          key: `plotline/events/${data.timestamp.slice(0, 10).replaceAll('-', '/')}/${data.id}.json`,
          contentType: 'application/cloudevents+json',
        },
      }[kind],
    );
    const { json } = await admin.client.get(api.deliveriesPath(webhook.id));
    const shown = { eventId: data.id, status: 'delivered', attempts: [{ responseStatus: 200, error: null }] };
    await eventually(async () => (await api.readDelivery(webhook.id, json.data[0].id)).status).toBe(
      'delivered',
    );
    expect(await api.readDelivery(webhook.id, json.data[0].id)).toMatchObject(shown);
  },
);

describe('the admin is told what to mend, and the delivery is retried, when', () => {
  test('the role does not trust the external id of the endpoint', async () => {
    const { sqs } = newDestinations();
    const { webhook, role } = await newEndpoint(sqs);
    await putRole({ ...role, externalId: 'that-of-another-endpoint' });

    const refused = await attempted(webhook.id);
    expect(refused).toMatchObject({ status: 'retrying', attempts: [{ responseStatus: 403 }] });
    const { error } = refused.attempts[0]!;
    expect(error).toContain(role.arn);
    expect(error).toContain(role.externalId);
    expect(error).toContain('trust policy');
    expect((await api.read(webhook.id)).consecutiveFailures).toBe(1);
    expect(await arrivedAt(sqs.arn)).toEqual([]);

    await putRole(role);
    await api.redeliver(webhook.id, refused.id);
    expect((await settled(webhook.id, refused.id, 2)).status).toBe('delivered');
    expect(await arrivedAt(sqs.arn)).toHaveLength(1);
    expect((await api.read(webhook.id)).consecutiveFailures).toBe(0);
  });

  test.each(['sqs', 'eventbridge', 's3'] as const)('the role may not send: %s', async (kind) => {
    const destination = newDestinations()[kind];
    const { webhook } = await newEndpoint(destination, ['sqs:ReceiveMessage']);
    const { status, attempts } = await attempted(webhook.id);
    expect([status, attempts[0]!.responseStatus]).toEqual(['retrying', 403]);
    expect(attempts[0]!.error).toMatch(/^AWS refused .* \(AccessDenied\w*\)\. Allow it in the policy of /);
    expect(attempts[0]!.error).toContain(SEND[destination.type]);
    expect((await api.read(webhook.id)).consecutiveFailures).toBe(1);
  });

  test.each([
    ['sqs', 'QueueDoesNotExist', 'does not exist'],
    ['eventbridge', 'ThrottlingException', 'throttled'],
    ['s3', 'SlowDown', 'throttled'],
    ['s3', 'PermanentRedirect', 'Set the region'],
    ['sqs', 'KMS.AccessDeniedException', 'kms:GenerateDataKey'],
  ] as const)('%s answers %s', async (kind, code, words) => {
    const destination = newDestinations()[kind];
    const { webhook } = await newEndpoint(destination);
    await refuse({ arn: destination.arn, code, times: 1 });
    const refused = await attempted(webhook.id);
    expect(refused).toMatchObject({ status: 'retrying', nextAttemptAt: expect.any(String) });
    expect(refused.attempts[0]!.error).toContain(words);
    expect(refused.attempts[0]!.error).toContain(code);
  });
});

test('a throttled event is sent again on its own, with the same id', async () => {
  const { sqs } = newDestinations();
  const { webhook } = await newEndpoint(sqs);
  await refuse({ arn: sqs.arn, code: 'RequestThrottled', times: 1 });
  const { status, eventId } = await attempted(webhook.id, 2);
  expect(status).toBe('delivered');
  const [{ MessageBody }] = await arrivedAt(sqs.arn);
  expect(JSON.parse(MessageBody).id).toBe(eventId);
});

test.each(['sqs', 'eventbridge', 's3'] as const)(
  'a session may only send to its destination, whatever its role may do: %s',
  async (kind) => {
    const destination = newDestinations()[kind];
    const { webhook } = await newEndpoint(destination, Object.values(SEND));
    expect((await attempted(webhook.id)).status).toBe('delivered');
    const { sessionPolicy } = (await receivedAt(destination.arn))[0]!;
    const resource = kind === 's3' ? `${destination.arn}/plotline/events/*` : destination.arn;
    expect(sessionPolicy).toEqual([
      { Effect: 'Allow', Action: SEND[kind], Resource: resource },
      {
        Effect: 'Allow',
        Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
        Resource: '*',
        Condition: {
          StringEquals: { 'kms:ViaService': expect.stringMatching(/\.eu-central-1\.amazonaws\.com$/) },
        },
      },
    ]);
  },
);

describe('an endpoint', () => {
  test('shows what the trust policy of the role needs, an external id of its own, and where events go', async () => {
    const { sqs, s3, roleArn } = newDestinations();
    const [one, two] = [await newEndpoint(sqs), await newEndpoint(s3)];
    expect(one.webhook).toMatchObject({
      url: `https://sqs.eu-central-1.amazonaws.com/${ACCOUNT}/${sqs.arn.split(':').at(-1)}`,
      destination: { ...sqs, region: 'eu-central-1', prefix: null },
    });
    expect(one.webhook.destination!.principalArn).toMatch(/^arn:aws:iam::\d{12}:root$/);
    expect(one.webhook.destination!.externalId).toMatch(/^[\w-]{24}$/);
    expect(two.webhook.destination!.externalId).not.toBe(one.webhook.destination!.externalId);
    const query = { targetId: one.webhook.id, type: 'webhook_endpoint.created' };
    const [{ changes }] = (await auditTrail(admin.client, workspace, query)) as any;
    expect(changes).toContainEqual({ field: 'url', from: null, to: sqs.arn });
    expect(changes).toContainEqual({ field: 'roleArn', from: null, to: roleArn });
  });

  test('keeps its external id when an admin moves it, who becomes its owner, and drops it for a URL', async () => {
    const { sqs, eventbridge } = newDestinations();
    const { webhook } = await newEndpoint(sqs);
    const { externalId } = webhook.destination as Destination;
    const other = webhookApi(workspace, colleague.client);
    const moved = (await other.update(webhook, { destination: eventbridge })).json.data;
    expect(moved).toMatchObject({
      ownerId: colleague.id,
      url: 'https://events.eu-central-1.amazonaws.com/',
      destination: { type: 'eventbridge', externalId },
    });
    const url = 'https://inbox.plotline.test/hook';
    const back = (await api.update(moved, { url })).json.data;
    expect(back).toMatchObject({ url, destination: null, ownerId: admin.id });
  });

  test('that was disabled is enabled without asking for a URL', async () => {
    const { webhook } = await newEndpoint(newDestinations().sqs);
    await api.disable(webhook.id);
    expect((await api.enable(webhook.id)).json.data.status).toBe('active');
    expect((await attempted(webhook.id)).status).toBe('delivered');
  });
});

const { sqs, eventbridge, s3, roleArn } = newDestinations();

test.each([
  ['both a URL and a destination', { destination: sqs }, ['destination']],
  ['neither', { url: undefined }, ['url']],
  [
    'an ARN of another type',
    { url: undefined, destination: { ...sqs, type: 'eventbridge' } },
    ['destination.arn'],
  ],
  [
    'a host for an ARN',
    { url: undefined, destination: { ...sqs, arn: 'https://169.254.169.254/' } },
    ['destination.arn'],
  ],
  [
    'a region that is a host',
    { url: undefined, destination: { ...s3, region: 'evil.example.net/' } },
    ['destination.region'],
  ],
  [
    'no region of a bucket',
    { url: undefined, destination: { ...s3, region: undefined } },
    ['destination.region'],
  ],
  [
    'another region',
    { url: undefined, destination: { ...sqs, region: 'us-east-1' } },
    ['destination.region'],
  ],
  [
    'a prefix that leaves the bucket',
    { url: undefined, destination: { ...s3, prefix: '../other/' } },
    ['destination.prefix'],
  ],
  ['a prefix of a queue', { url: undefined, destination: { ...sqs, prefix: 'a/' } }, ['destination.prefix']],
  [
    'a role with another name',
    { url: undefined, destination: { ...sqs, roleArn: `arn:aws:iam::${ACCOUNT}:role/admin` } },
    ['destination.roleArn'],
  ],
  [
    'a role of another account',
    { url: undefined, destination: { ...eventbridge, roleArn: roleArn.replace(ACCOUNT, '444455556666') } },
    ['destination.roleArn'],
  ],
  [
    'an external id of the caller',
    { url: undefined, destination: { ...sqs, externalId: 'mine' } },
    ['destination.externalId'],
  ],
])('an endpoint is refused with %s', async (_, body, fields) => {
  expectBadFields(await api.send(body), fields, 'invalid_request');
});
