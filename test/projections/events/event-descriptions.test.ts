import { beforeAll, expect, test } from 'vitest';
import { eventKinds } from '../../../shared/events/webhooks/webhook.ts';
import { fetchApiDocument } from '../../support/api-document.ts';
import { createCompiler } from '../../support/openapi-validator.ts';
import { workerService, type WorkerService } from '../../support/service.ts';
import {
  changeEverything,
  inboxUrlOf,
  never,
  receivedAt,
  unheard,
  type Changed,
  type Received,
} from './change-everything.ts';

let service: WorkerService;
/** What a receiver is sent, validated against the API description as a stranger's tool would. */
let received: Received[];
let changed: Changed;
let compile: ReturnType<typeof createCompiler>;
let document: { webhooks: Record<string, { post: any }>; components: object };

beforeAll(async () => {
  ({ service } = await workerService());
  document = await fetchApiDocument(service.baseUrl);
  compile = createCompiler(document.components);
  changed = await changeEverything(service);
  received = await receivedAt(service, inboxUrlOf(changed.workspace));
});

test('each kind of event is described, and the test of an endpoint', () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventKinds, 'webhook.test']);
});

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
  const actor = { kind: 'user', id: changed.admin.id, via: 'rest' };
  const system = { kind: 'system', id: null, via: 'automation' };
  const since = received.filter(({ body }) => JSON.parse(body).timestamp >= changed.began);
  expect(since.length).toBeGreaterThan(10);
  for (const { type, body } of since) {
    const automatic = [
      'objective.forecast_changed',
      'schedule.changed',
      'feedback_comment.created',
      'feedback_comment.deleted',
      'agent_session.deleted',
    ];
    const agent = { kind: 'service_account', via: 'rest' };
    const others: Record<string, object> = {
      'agent_session.updated': agent,
      'proposal.created': { kind: 'user', id: changed.author.id, via: 'rest' },
    };
    const expected = automatic.includes(type) ? system : (others[type] ?? actor);
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
