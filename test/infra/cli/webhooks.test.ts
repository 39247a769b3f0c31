import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningNote } from '../../../cli/core/running-note.ts';
import { DAY_MS } from '../../../shared/kernel/core/date-span.ts';
import { createReader } from '../../../shared/kernel/db/reader.ts';
import { readBack } from '../../../shared/kernel/log/log-store.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { startService, type OwnService } from '../../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';
import { runCli, runJson, temporaryFolder } from './cli.ts';

/** The operator's commands, on a service whose dispatcher cannot reach the table. */
let home: string;
let service: OwnService;
let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let env: Record<string, string>;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  service = await startService({
    home,
    dynamodbEndpoint: (name) => (name.startsWith('WebhookDispatcher') ? 'http://127.0.0.1:9' : undefined),
  });
  workspace = await newWorkspace(service);
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  env = { PLOTLINE_HOME: home };
  const { status } = await admin.client.post(`${workspace.path}/webhook-endpoints`, {
    name: 'Inbox',
    url: 'https://inbox.plotline.test/',
    subscriptions: ['story.created'],
  });
  expect(status).toBe(201);
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

async function received(): Promise<unknown[]> {
  const answer = await fetch(`${service.baseUrl}/_local/inbox.json`);
  return ((await answer.json()) as { deliveries: unknown[] }).deliveries;
}

const bucket = () => join(home, 'buckets', service.buckets!.names['LeftOver']!);

/** What Lambda would leave in the bucket of a story's creation. */
async function leaveOver(storyId: string, key: string): Promise<void> {
  const Key = { pk: `S#${storyId}`, sk: '-' };
  const { Item } = await workspace.database.client.call('GetItem', {
    TableName: service.tableName,
    Key,
  });
  const dynamodb = {
    Keys: marshall(Key),
    NewImage: marshall(Item),
    SequenceNumber: '1',
    ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
  };
  const payload = JSON.stringify({ Records: [{ eventName: 'INSERT', dynamodb }] });
  const file = join(bucket(), ...key.split('/'));
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify({ version: '1.0', payload }));
}

test('redrive and replay say so when there is nothing to do', async () => {
  expect(await runJson(['webhooks', 'redrive'], env)).toEqual({ moved: 0 });
  expect((await runCli(['webhooks', 'replay'], env)).stdout).toContain('There are no stored records.');
});

test('replay sends unprocessed records: the event arrives, and the object is gone', async () => {
  const { id } = await createStoryAs(admin.client, workspace, { teamId: team.id });
  await leaveOver(id, 'aws/lambda/mapping/shard/2026/11/21/2026-11-21T12.00.00-one');
  expect(await runJson(['webhooks', 'replay'], env)).toEqual({ objects: 1, records: 1 });
  await service.queuesIdle();
  expect(await received()).toHaveLength(1);
  expect(await runJson(['webhooks', 'replay'], env)).toEqual({ objects: 0, records: 0 });
});

test("replay follows the environment's retention of events, and that of its stack for a deployed one", async () => {
  const { queues, buckets } = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as RunningNote;
  // Stands in for the AWS CLI, which asks CloudFormation.
  const bin = temporaryFolder();
  const outputs = {
    TableName: service.tableName,
    QueueUrl: queues!.urls['Queue']!,
    DeadLetterQueueUrl: queues!.urls['DeadLetters']!,
    UnprocessedBucket: buckets!.names['LeftOver']!,
    EventRetentionDays: '90',
  };
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const answer = JSON.stringify({ Stacks: [{ Outputs }] });
  writeFileSync(join(bin, 'aws'), `#!/bin/sh\necho '${answer}'\n`, { mode: 0o755 });
  const aws = {
    AWS_ENDPOINT_URL_DYNAMODB: service.dynamodbEndpoint,
    AWS_ENDPOINT_URL_SQS: queues!.endpoint,
    AWS_ENDPOINT_URL_S3: buckets!.endpoint,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: service.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: service.credentials.secretAccessKey,
    PATH: [bin, process.env['PATH']].join(delimiter),
  };
  const shows = async (days: number, options: string[], more: Record<string, string>) => {
    const { id } = await createStoryAs(admin.client, workspace, { teamId: team.id });
    await leaveOver(id, `aws/lambda/mapping/shard/2026/11/21/2026-11-21T12.00.00-${id}`);
    const done = await runJson(['webhooks', 'replay', ...options], more);
    expect(done).toEqual({ objects: 1, records: 1 });
    const [entry] = await readBack(createReader(workspace.database), team.id, { limit: 1, consistent: true });
    const key = { pk: `LOG#${team.id}`, sk: String(entry!.number).padStart(16, '0') };
    const item = await createReader(workspace.database).get(key);
    // The table may delete it a day after it has expired.
    expect(item!['ttl']).toBe(Math.ceil((entry!.at + (days + 1) * DAY_MS) / 1000));
  };
  await shows(30, [], env);
  await shows(7, [], { ...env, EVENT_RETENTION_DAYS: '7' });
  await shows(90, ['--stack', 'Plotline-dev-webhooks'], aws);
});

test('replay keeps an object that it cannot read, and says which', async () => {
  const folder = join(bucket(), 'aws', 'lambda', 'mapping', 'shard', '2026', '11', '21');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, '2026-11-21T13.00.00-two');
  writeFileSync(file, 'no JSON');
  const { code, stderr } = await runCli(['webhooks', 'replay'], env);
  expect(code).toBe(1);
  expect(stderr).toMatch(/2026-11-21T13\.00\.00-two does not have the format of Lambda/);
  rmSync(file);
});

test('redrive puts the messages of the dead-letter queue back', async () => {
  const { queues, credentials } = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8'));
  const sqs = new SQSClient({
    endpoint: queues.endpoint,
    region: 'local',
    credentials,
    useQueueUrlAsEndpoint: false,
  });
  const message = JSON.stringify({ webhookId: '01900000-0000-7000-8000-000000000000', number: 0 });
  for (let n = 0; n < 12; n++) {
    await sqs.send(new SendMessageCommand({ QueueUrl: queues.urls.DeadLetters, MessageBody: message }));
  }
  expect(await runJson(['webhooks', 'redrive'], env)).toEqual({ moved: 12 });
  expect(await runJson(['webhooks', 'redrive'], env)).toEqual({ moved: 0 });
  await service.queuesIdle();
  sqs.destroy();
});

test('the webhooks command shows the endpoints of a workspace, and disables one that takes the slots of the others', async () => {
  const inWorkspace = ['-w', workspace.id];
  const [endpoint, ...others] = await runJson(['webhooks', 'list', ...inWorkspace], env);
  expect(endpoint).toMatchObject({ url: 'https://inbox.plotline.test/', status: 'active' });
  expect(others).toEqual([]);
  const disabled = await runJson(['webhooks', 'disable', endpoint.id, '--yes', ...inWorkspace], env);
  expect(disabled).toMatchObject({ id: endpoint.id, status: 'disabled', disabledReason: 'manual' });
  const shown = await admin.client.get(`${workspace.path}/webhook-endpoints/${endpoint.id}`);
  expect(shown.json.data).toMatchObject({ status: 'disabled' });
  const [entry] = await runJson(['audit', ...inWorkspace], env);
  expect(entry).toMatchObject({ type: 'webhook_endpoint.disabled', actor: { kind: 'system' } });
  const unknown = await runCli(['webhooks', 'disable', workspace.id, '--yes', ...inWorkspace], env);
  expect(unknown).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no endpoint named .*; there is Inbox/),
  });
});

test('the webhooks command names what is missing where no service runs', async () => {
  const { code, stderr } = await runCli(['webhooks', 'replay'], { PLOTLINE_HOME: join(home, 'elsewhere') });
  expect(code).toBe(1);
  expect(stderr).toContain('No local service is running');
});
