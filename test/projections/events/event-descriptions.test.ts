import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commit } from '../../../shared/db/write.ts';
import { putForecast } from '../../../shared/forecasts/forecast-store.ts';
import { eventKinds } from '../../../shared/webhooks/webhook.ts';
import { fetchApiDocument } from '../../support/api-document.ts';
import { span } from '../../support/planning.ts';
import { startService, type OwnService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';

/** What a receiver is sent, validated against the API description as a stranger's tool would. */
interface Received {
  type: string;
  headers: Record<string, string>;
  body: string;
}

let service: OwnService;
let received: Received[];
let adminId: string;
let document: { webhooks: Record<string, { post: any }>; components: object };

beforeAll(async () => {
  service = await startService();
  document = await fetchApiDocument(service.baseUrl);
  await changeEverything();
  await service.streamsIdle();
  await service.queuesIdle();
  const inbox = (await (await fetch(`${service.baseUrl}/_local/inbox.json`)).json()) as {
    deliveries: Received[];
  };
  received = inbox.deliveries;
});
afterAll(() => service.stop());

/** Creates, updates and deletes one of each subject, with an endpoint that subscribes to all of it. */
async function changeEverything() {
  const workspace = await newWorkspace(service);
  const { id: teamId } = await workspace.team();
  const { client, id } = await workspace.person('admin', [{ id: teamId } as never]);
  adminId = id;
  const { path } = workspace;
  const made = async (noun: string, body: object) => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const { status, json, text } = await client.post(`${path}/${noun}`, body, key);
    if (status !== 201) throw new Error(`${noun} answered ${status}: ${text}`);
    return json.data as { id: string; updatedAt: string };
  };
  const url = 'https://inbox.plotline.test/';
  const endpoint = await made('webhook-endpoints', { name: 'Inbox', url, subscriptions: eventKinds });
  await made(`webhook-endpoints/${endpoint.id}/test`, {});
  const sprint = await made('sprints', { teamId, name: 'Sprint', ...span });
  const objective = await made('objectives', { teamId, name: 'Objective' });
  const result = await made('key-results', {
    objectiveId: objective.id,
    name: 'Result',
    measurementType: 'percentage',
  });
  const story = await made('stories', { teamId, title: 'Story', sprintId: sprint.id });
  const comment = await made(`stories/${story.id}/comments`, { content: 'Comment' });
  const other = await made('stories', { teamId, title: 'Another' });
  const relation = await made(`stories/${story.id}/relations`, { type: 'blocks', relatedStoryId: other.id });
  const ended = await client.delete(`${path}/stories/${story.id}/relations/${relation.id}`);
  expect(ended.status).toBe(200);
  const changes: [string, { id: string; updatedAt: string }, object][] = [
    [`stories/${story.id}/comments`, comment, { content: 'Changed' }],
    ['stories', story, { title: 'Changed' }],
    ['sprints', sprint, { name: 'Changed' }],
    ['key-results', result, { name: 'Changed' }],
    ['objectives', objective, { name: 'Changed' }],
  ];
  for (const [noun, { id, updatedAt }, change] of changes) {
    const at = `${path}/${noun}/${id}`;
    expect((await client.patch(at, { expectedUpdatedAt: updatedAt, ...change })).status, at).toBe(200);
  }
  const forecast = {
    madeOn: 1,
    p85: null,
    endless: true,
    past: [],
    doneOn: null,
    outcomes: { held: 0, of: 0 },
  };
  await commit(workspace.database, [putForecast(objective.id, { ...forecast, late: true })]);
  await service.streamsIdle();
  for (const [noun, { id }] of changes) {
    expect((await client.delete(`${path}/${noun}/${id}`)).status, noun).toBe(200);
  }
}

test('each kind of event is described, and the test of an endpoint', () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventKinds, 'webhook.test']);
});

/** Kinds of which no change makes an event. */
const never = ['relation.updated'];

test.each([...eventKinds, 'webhook.test'].filter((kind) => !never.includes(kind)))(
  '%s is sent as it is described',
  (kind) => {
    const { parameters, requestBody } = document.webhooks[kind]!.post;
    const { schema } = requestBody.content['application/json'];
    const validate = formats
      .default(new Ajv2020({ strict: false, allErrors: true }))
      .compile({ ...schema, components: document.components });
    const events = received.filter(({ type }) => type === kind);
    expect(events.length).toBeGreaterThan(0);
    for (const { headers, body } of events) {
      expect(validate(JSON.parse(body)), JSON.stringify(validate.errors)).toBe(true);
      for (const { name } of parameters as { name: string }[]) expect(headers).toHaveProperty(name);
    }
  },
);

test('each event names who made the change, deletions too', () => {
  const actor = { kind: 'user', id: adminId, via: 'rest' };
  const system = { kind: 'system', id: null, via: 'automation' };
  for (const { type, body } of received) {
    const expected = type === 'objective.forecast_changed' ? system : actor;
    expect(JSON.parse(body), type).toMatchObject({ actor: expected });
  }
});

test('a forecast that crosses the target date says so', () => {
  const bodies = received
    .filter(({ type }) => type === 'objective.forecast_changed')
    .map(({ body }) => JSON.parse(body));
  const changes = bodies.map((body) => (body as { changes: unknown }).changes);
  expect(changes).toContainEqual([{ field: 'scheduleStatus', from: 'on_track', to: 'at_risk' }]);
});

test('an update contains what it changed, as described', () => {
  const { body } = received.find(({ type }) => type === 'story.updated')!;
  expect(JSON.parse(body)).toMatchObject({
    data: { title: 'Changed' },
    changes: [{ field: 'title', from: 'Story', to: 'Changed' }],
  });
});
