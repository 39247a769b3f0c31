import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { dispatchEvents } from '../../shared/projections/events/dispatch-events.ts';
import type { UnprocessedRecord } from '../../shared/projections/unprocessed-record.ts';
import { runJson } from '../infra/cli/cli.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';
import { databaseThrough, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';

/** A fault of the calls that write an entry of a log whose events have a text. */
const rejectEntriesWith =
  (text: string): DynamoDbProxy['fault'] =>
  (_operation, _number, body) =>
    [...JSON.stringify(body).matchAll(/"text":\{"B":"([^"]+)"\}/g)].some(([, packed]) =>
      inflateRawSync(Buffer.from(packed!, 'base64')).includes(text),
    )
      ? 'reject'
      : undefined;

describe('changes that can never be dispatched', () => {
  let path: TestPipeline;
  let proxy: DynamoDbProxy;
  beforeAll(async () => {
    path = await newPipeline();
    proxy = await startProxy();
    await path.endpoint();
    return () => proxy.stop();
  });

  const idOf = ({ key }: ItemChange) => key.pk.slice('S#'.length);
  const dispatch = (changes: readonly ItemChange[]) =>
    dispatchEvents({ ...path.pipeline, database: databaseThrough(proxy, path.service) }, changes);

  test('are returned, each alone, while the others of their log are delivered', async () => {
    const changes = Array.from({ length: 5 }, () => path.storyCreated());
    const [, unreadable, , unwritable] = changes;
    unreadable!.after = { ...unreadable!.after!, doc: 'no document' };
    proxy.fault = rejectEntriesWith(idOf(unwritable!));
    const { retryFrom, unprocessed } = await dispatch(changes);
    expect(retryFrom).toBeUndefined();
    expect(unprocessed.map(({ change }) => change)).toEqual([unreadable, unwritable]);
    await path.drain();
    const received = path.received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
    expect(received.toSorted()).toEqual([0, 2, 4].map((position) => idOf(changes[position]!)).toSorted());
  });

  test('are not those that the database has no time for: they and all after them come again', async () => {
    const changes = [path.storyCreated(), path.storyCreated()];
    proxy.fault = () => 'throttle';
    const { retryFrom, unprocessed } = await dispatch(changes);
    expect([retryFrom, unprocessed]).toEqual([changes[0], []]);
  });
});

test('a change that the dispatcher can never dispatch is stored whole, holds up no other, and is sent by one command', async () => {
  const home = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  const proxy = await startProxy();
  const service = await startService({
    home,
    dynamodbEndpoint: (name) => (name.startsWith('WebhookDispatcher') ? proxy.endpoint : undefined),
  });
  onTestFinished(async () => {
    await service.stop();
    await proxy.stop();
    rmSync(home, { recursive: true, force: true });
  });
  proxy.target = service.dynamodbEndpoint;
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const { status } = await admin.client.post(`${workspace.path}/webhook-endpoints`, {
    name: 'Inbox',
    url: 'https://inbox.plotline.test/',
    subscriptions: ['story.created'],
  });
  expect(status).toBe(201);
  await service.streamsIdle();

  const titles = async () => {
    await service.streamsIdle();
    await service.queuesIdle();
    const answer = await fetch(`${service.baseUrl}/_local/inbox.json`);
    const { deliveries } = (await answer.json()) as { deliveries: { body: string }[] };
    return deliveries.map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title);
  };
  proxy.fault = rejectEntriesWith('Poison');
  await createStoryAs(admin.client, workspace, { teamId: team.id, title: 'Poison' });
  await createStoryAs(admin.client, workspace, { teamId: team.id, title: 'Another' });
  expect(await titles()).toEqual(['Another']);

  const folder = join(home, 'buckets', service.buckets!.names['LeftOver']!);
  const stored = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(stored).toEqual([expect.stringContaining('/unhandled/events/')]);
  const { payload } = JSON.parse(readFileSync(stored[0]!, 'utf8')) as UnprocessedRecord;
  expect(JSON.parse(payload)).toMatchObject({ Records: [{ dynamodb: { NewImage: { pk: {} } } }] });

  expect(await runJson(['webhooks', 'replay'], { PLOTLINE_HOME: home })).toEqual({ objects: 1, records: 1 });
  await until(async () => (await titles()).length === 2);
  expect((await titles()).toSorted()).toEqual(['Another', 'Poison']);
});
