import { beforeAll, expect, test } from 'vitest';
import { commit } from '../../../shared/db/write.ts';
import { putForecast } from '../../../shared/forecasts/forecast-store.ts';
import { eventKinds } from '../../../shared/webhooks/webhook.ts';
import { fetchApiDocument } from '../../support/api-document.ts';
import type { Answer, Client } from '../../support/client.ts';
import { feedbackOf, type Feedback } from '../../support/feedback.ts';
import { createCompiler } from '../../support/openapi-validator.ts';
import { span } from '../../support/planning.ts';
import { workerService, type WorkerService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';

/** What a receiver is sent, validated against the API description as a stranger's tool would. */
interface Received {
  type: string;
  headers: Record<string, string>;
  body: string;
}

let service: WorkerService;
let received: Received[];
let adminId: string;
/** When the endpoint was made: the operator's code has set up the workspace before. */
let began: string;
let compile: ReturnType<typeof createCompiler>;
let document: { webhooks: Record<string, { post: any }>; components: object };

beforeAll(async () => {
  ({ service } = await workerService());
  document = await fetchApiDocument(service.baseUrl);
  compile = createCompiler(document.components);
  await changeEverything();
  // A projection deletes the comments of an item that was deleted, which makes events in turn.
  for (let step = 0; step < 3; step++) await service.streamsIdle();
  await service.queuesIdle();
  const inbox = (await (await fetch(`${service.baseUrl}/_local/inbox.json`)).json()) as {
    deliveries: Received[];
  };
  received = inbox.deliveries;
});

interface Made {
  id: string;
  updatedAt: string;
}

async function succeeded<T>(answer: Promise<Answer>): Promise<T> {
  const { status, json, text } = await answer;
  if (status >= 300) throw new Error(`It answered ${status}: ${text}`);
  return json.data as T;
}

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
    return json.data as Made & { createdAt: string };
  };
  const url = 'https://inbox.plotline.test/';
  const endpoint = await made('webhook-endpoints', { name: 'Inbox', url, subscriptions: eventKinds });
  began = endpoint.createdAt;
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
  const planned = await succeeded<Made>(
    client.post(
      `${path}/stories`,
      { title: 'x', teamId, assigneeId: id, autoSchedulingEnabled: true, estimatedDurationMinutes: 30 },
      { 'idempotency-key': crypto.randomUUID() },
    ),
  );
  await until(async () => {
    const { json } = await client.get(`${path}/stories/${planned.id}/schedule`);
    return json.data.status === 'scheduled';
  });
  await service.streamsIdle();
  for (const [noun, { id }] of changes) {
    expect((await client.delete(`${path}/${noun}/${id}`)).status, noun).toBe(200);
  }
  await changeWorkspace(workspace, client);
  await changeFeedback(feedbackOf(workspace, client), client, id);
}

/** What a workspace is set up with, and who is in it. */
async function changeWorkspace({ path }: TestWorkspace, client: Client) {
  const sent = succeeded<Made>;
  const change = (noun: string, { id, updatedAt }: Made, fields: object) =>
    sent(client.patch(`${path}/${noun}/${id}`, { expectedUpdatedAt: updatedAt, ...fields }));
  const code = `B${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  const team = await sent(client.post(`${path}/teams`, { name: 'Brief', code }));
  await change('labels', await sent(client.post(`${path}/labels`, { name: 'Label' })), { name: 'Changed' });
  const status = { appliesTo: 'objective', name: 'Odd', category: 'started' };
  await change('statuses', await sent(client.post(`${path}/statuses`, status)), { name: 'Changed' });
  const email = `${crypto.randomUUID()}@example.com`;
  const member = await sent(client.post(`${path}/members`, { name: 'Member', email, role: 'guest' }));
  await change('members', member, { name: 'Changed' });
  await sent(client.delete(`${path}/members/${member.id}`));
  await change('teams', team, { name: 'Changed' });
  // Its own events would no longer have a receiver.
  await service.streamsIdle();
  await service.queuesIdle();
  await sent(client.delete(`${path}/teams/${team.id}`));
}

async function changeFeedback(feedback: Feedback, client: Client, authorId: string) {
  const portal = await feedback.portal({ boards: [{ name: 'Ideas' }] });
  const at = feedback.pathOf(portal);
  const [item, update] = [await feedback.item(portal), await feedback.update(portal)];
  const comment = await feedback.comment(portal, item, { id: authorId } as Person);
  await succeeded(client.patch(`${at}/items/${item.id}/comments/${comment.id}`, { hidden: true }));
  await feedback.change(`${at}/items/${item.id}`, item, { status: 'planned' });
  await feedback.change(`${at}/updates/${update.id}`, update, { title: 'Changed' });
  await feedback.change(at, portal, { name: 'Changed' });
  for (const gone of [`${at}/items/${item.id}`, `${at}/updates/${update.id}`, at])
    await succeeded(client.delete(gone));
}

test('each kind of event is described, and the test of an endpoint', () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventKinds, 'webhook.test']);
});

/** Kinds of which no change makes an event. */
const never = ['relation.updated'];
/** Kinds that nobody receives: they follow the deletion of their team, which then has no members. */
const unheard = ['label.deleted', 'status.deleted'];

test.each([...eventKinds, 'webhook.test'].filter((kind) => ![...never, ...unheard].includes(kind)))(
  '%s is sent as it is described',
  (kind) => {
    const { parameters, requestBody } = document.webhooks[kind]!.post;
    const { schema } = requestBody.content['application/json'];
    const validate = compile(schema);
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
  const since = received.filter(({ body }) => JSON.parse(body).timestamp >= began);
  expect(since.length).toBeGreaterThan(10);
  for (const { type, body } of since) {
    const automatic = [
      'objective.forecast_changed',
      'schedule.changed',
      'feedback_comment.created',
      'feedback_comment.deleted',
    ];
    const expected = automatic.includes(type) ? system : actor;
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
