import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findStream, StreamReader, type StreamPosition } from '../../../infra/local/streams/reader.ts';
import { toItemChange, type ItemChange } from '../../../shared/kernel/db/stream-record.ts';
import { mcpEvents } from '../../../shared/events/subscriptions/mcp-event.ts';
import { accessKinds } from '../../../shared/events/changes/access-event.ts';
import { retentionMs } from '../../../shared/kernel/log/retention.ts';
import { dispatchEvents } from '../../../shared/projections/events/dispatch-events.ts';
import { eventKinds } from '../../../shared/events/webhooks/webhook.ts';
import { runCli } from '../../infra/cli/cli.ts';
import { mirrorIn, shownTo } from '../../infra/cli/mirror.ts';
import { changesApi, type ChangeEvent } from '../../log/changes-api.ts';
import { mcpClient } from '../../mcp/mcp-client.ts';
import { fetchApiDocument } from '../../support/api-document.ts';
import { createCompiler } from '../../support/openapi-validator.ts';
import { readAll } from '../../support/answers.ts';
import { connectUser } from '../../support/connect.ts';
import { workerService, type WorkerService } from '../../support/service.ts';
import { webhookApi } from '../../webhooks/webhook-api.ts';
import {
  changeEverything,
  goneWithTeam,
  inboxUrlOf,
  receivedAt,
  never,
  unheard,
  type Changed,
} from './change-everything.ts';

/** Every kind of event on every path that events take, so that a new kind cannot be forgotten on one of them. */

const heard = eventKinds.filter((kind) => ![...never, ...unheard].includes(kind));

let service: WorkerService;
let changed: Changed;
let folder: string;
/** What the endpoint was sent. */
let sent: Sent[];
let readFeed: () => Promise<ChangeEvent[]>;
const cursors = new Map<string, string>();

interface Sent {
  id: string;
  eventId: string;
  eventType: string;
}

interface Polled {
  events: { eventId: string; name: string }[];
  cursor: string;
  hasMore: boolean;
}

async function poll(name: string, cursor: string | null): Promise<Polled> {
  const { workspace, admin } = changed;
  const { token } = await connectUser(admin, { service });
  const params = { name, arguments: { workspaceId: workspace.id }, cursor, maxEvents: 100 };
  const { status, json } = await mcpClient(token, service).send('events/poll', params);
  expect([status, json.error]).toEqual([200, undefined]);
  return json.result as Polled;
}

const sync = () =>
  runCli(['sync', folder, '--once'], { PLOTLINE_URL: service.baseUrl, PLOTLINE_TOKEN: changed.admin.token });

beforeAll(async () => {
  ({ service } = await workerService());
  folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  await changeEverything(service, async (begun) => {
    changed = begun;
    for (const name of mcpEvents.keys()) cursors.set(name, (await poll(name, null)).cursor);
    expect((await sync()).code).toBe(0);
    const reader = await changesApi(begun.workspace, begun.admin.client).reader({ since: begun.began });
    readFeed = async () => (await reader.poll(), reader.events);
  });
  const { workspace, admin, endpointId } = changed;
  const { deliveriesPath } = webhookApi(workspace, admin.client);
  sent = await readAll(admin.client, deliveriesPath(endpointId), { limit: 100 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The ids of the events that the inbox has received at an address. */
async function idsAt(url: string): Promise<string[]> {
  const arrived = await receivedAt(service, url);
  return arrived.map(({ body }) => (JSON.parse(body) as { id: string }).id);
}

test('an endpoint is sent every kind', () => {
  expect(sent.map(({ eventType }) => eventType)).toEqual(expect.arrayContaining(heard));
});

test('the feed has every kind', async () => {
  const kinds = (await readFeed()).map(({ type }) => type);
  expect(kinds).toEqual(expect.arrayContaining(heard.filter((kind) => !goneWithTeam.includes(kind))));
});

test('the document describes each event of the feed by its type', async () => {
  const { components } = await fetchApiDocument(service.baseUrl);
  const schemas = components.schemas as Record<string, any>;
  const { discriminator, oneOf } = schemas['Change'] as { discriminator: any; oneOf: object[] };
  expect(Object.keys(discriminator.mapping)).toEqual([...eventKinds, ...accessKinds]);
  expect(oneOf).toHaveLength(eventKinds.length + accessKinds.length);
  const compile = createCompiler(components);
  const validate = compile(schemas['Change']);
  for (const event of await readFeed())
    expect(validate(event), `${event.type}: ${JSON.stringify(validate.errors)}`).toBe(true);
  expect(validate({ ...(await readFeed())[0], type: 'story.created', data: {} })).toBe(false);
});

test('redelivery sends every kind to an endpoint that missed them, and again', async () => {
  const { workspace, admin, began } = changed;
  const api = webhookApi(workspace, admin.client);
  const url = `${inboxUrlOf(workspace)}/late`;
  const { id } = await api.create({ url, subscriptions: ['*'] });
  for (let time = 1; time <= 2; time++) {
    const { status, json, text } = await api.redeliverSince(id, { since: began });
    expect([status, json.data?.hasMore], text).toEqual([200, false]);
    await service.streamsIdle();
    await service.queuesIdle();
    const arrived = await idsAt(url);
    for (const kind of heard.filter((one) => !goneWithTeam.includes(one))) {
      const ids = sent.filter(({ eventType }) => eventType === kind).map(({ eventId }) => eventId);
      const times = ids.map((one) => arrived.filter((eventId) => eventId === one).length);
      expect(times, kind).toContain(time);
    }
  }
});

test('an event of every kind is redelivered on its own', async () => {
  const { workspace, admin, endpointId } = changed;
  const api = webhookApi(workspace, admin.client);
  for (const kind of heard) {
    const { id } = sent.find(({ eventType }) => eventType === kind)!;
    expect((await api.redeliver(endpointId, id)).status, kind).toBe(200);
  }
});

test('records of every kind that are dispatched again change nothing', async () => {
  const before = await readFeed();
  const { database } = changed.workspace;
  const stream = new StreamReader(
    service.dynamodbEndpoint,
    await findStream(service.dynamodbEndpoint, service.tableName),
  );
  const records: ItemChange[] = [];
  for (let position: StreamPosition = {}; ;) {
    const page = await stream.read(position);
    records.push(...page.records.map(({ record }) => toItemChange(record as never)));
    position = page.next;
    if (page.isLast) break;
  }
  const pipeline = {
    database,
    send: async () => {},
    now: () => new Date(),
    retention: retentionMs(undefined),
  };
  for (let first = 0; first < records.length; first += 100)
    expect(await dispatchEvents(pipeline, records.slice(first, first + 100))).toEqual({
      retryFrom: undefined,
      unprocessed: [],
    });
  const after = await readFeed();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test('AI clients poll every event that there is for them', async () => {
  for (const name of mcpEvents.keys()) {
    const names: string[] = [];
    for (let page = await poll(name, cursors.get(name)!); ; page = await poll(name, page.cursor)) {
      names.push(...page.events.map((event) => event.name));
      if (!page.hasMore) break;
    }
    // No story was completed.
    if (name !== 'story.completed') expect(new Set(names), name).toEqual(new Set([name]));
  }
});

test('a mirror that followed every kind is equal to the lists', async () => {
  const { workspace, admin } = changed;
  const { code, stderr } = await sync();
  expect(code, stderr).toBe(0);
  expect(mirrorIn(folder)).toEqual(await shownTo(admin.client, workspace));
});
