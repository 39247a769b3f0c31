import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { statusesOf, toStatus } from '../../shared/identity/status/status-store.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { StoredWebhook } from '../../shared/events/webhooks/webhook.ts';
import { replaceWebhook } from '../../shared/events/webhooks/webhook-store.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';

let path: TestPipeline;
let statuses: Map<string, string>;
const [label, other, assignee] = [newId(new Date()), newId(new Date()), newId(new Date())];

beforeAll(async () => {
  path = await newPipeline();
  const read = createReader(path.pipeline.database);
  const items = await read.query({ index: 'list', partition: statusesOf(path.team.id), limit: 10 });
  statuses = new Map(items.map((item) => [toStatus(item).category, toStatus(item).id]));
});

/** Dispatches a new story and a change of it; returns what endpoints with some settings were queued of it. */
async function receivedBy(
  settings: readonly Partial<StoredWebhook>[],
  { before, after }: { before: Partial<Story>; after: Partial<Story> },
): Promise<string[][]> {
  const endpoints = await Promise.all(settings.map((fields) => path.endpoint(fields)));
  const created = path.storyCreated(before);
  path.clock.advance(1_000);
  const id = created.key.pk.slice('S#'.length);
  const changed = path.storyCreated({ ...before, ...after, id });
  const update: ItemChange = { ...changed, before: created.after! };
  expect(await path.dispatch([created, update])).toBeUndefined();
  return await Promise.all(
    endpoints.map(async ({ id: webhookId }) =>
      (await path.deliveries(webhookId)).map(({ eventType }) => eventType).sort(),
    ),
  );
}

const both = ['story.created', 'story.updated'];

test('a pattern subscribes to all of a subject, or to everything', async () => {
  const received = await receivedBy(
    [{ subscriptions: ['*'] }, { subscriptions: ['story.*'] }, { subscriptions: ['comment.*'] }],
    { before: {}, after: { title: 'Changed' } },
  );
  expect(received).toEqual([both, both, []]);
});

test('stories are narrowed by label, assignee and status category, before or after the change', async () => {
  const received = await receivedBy(
    [
      { labelIds: [label] },
      { labelIds: [other] },
      { assigneeIds: [assignee] },
      { assigneeIds: [other] },
      { statusCategories: ['completed'] },
      { statusCategories: ['started', 'cancelled'] },
      { statusCategories: ['backlog'] },
      { labelIds: [label], assigneeIds: [assignee] },
    ],
    {
      before: { labels: [label], assigneeId: assignee, statusId: statuses.get('started')! },
      after: { labels: [], assigneeId: null, statusId: statuses.get('completed')! },
    },
  );
  expect(received).toEqual([both, [], both, [], ['story.updated'], both, [], both]);
});

test('updates are narrowed by the fields that they changed; creations have none', async () => {
  const received = await receivedBy(
    [{ changedFields: ['title', 'statusId'] }, { changedFields: ['labels'] }],
    {
      before: {},
      after: { title: 'Changed' },
    },
  );
  expect(received).toEqual([both, ['story.created']]);
});

test('events without a team are not sent to an endpoint with a team filter, and pass filters of stories', async () => {
  const endpoints = await Promise.all(
    [{}, { teamIds: [path.team.id] }, { labelIds: [label] }].map((fields) => path.endpoint(fields)),
  );
  const member = { id: newId(path.clock.now()), at: path.clock.now().toISOString() };
  const key = { pk: `M#${path.workspace.id}#${member.id}`, sk: '-' };
  const doc = JSON.stringify({ id: member.id, workspaceId: path.workspace.id, updatedAt: member.at });
  const after = { ...key, doc, role: 'member', updatedAt: member.at };
  await path.dispatch([{ sequenceNumber: '1', at: path.clock.now(), key, after }]);
  const received = await Promise.all(endpoints.map(async ({ id }) => (await path.deliveries(id)).length));
  expect(received).toEqual([1, 0, 1]);
});

test('a filter that is set later drops queued events', async () => {
  const { id } = await path.endpoint({ changedFields: ['title'] });
  const { webhook, secrets } = await path.webhook(id);
  const created = path.storyCreated({ labels: [other] });
  await path.dispatch([created]);
  const narrowed = { ...webhook, labelIds: [label], updatedAt: new Date().toISOString() };
  await commit(
    path.pipeline.database,
    replaceWebhook(narrowed, secrets, webhook, () => new Error('It changed.')),
  );
  // The tests above left more deliveries than the workspace has slots.
  await path.pass(10 * 60_000);
  expect(await path.deliveries(id)).toMatchObject([
    { status: 'dropped', statusReason: "The endpoint's filter by label excludes the event." },
  ]);
});
