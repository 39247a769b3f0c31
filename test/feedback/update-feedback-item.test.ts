import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let member: Person;
let feedback: Feedback;
let portal: Portal;

beforeAll(async () => {
  workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
  member = await workspace.person('member');
});

const send = (item: FeedbackItem, fields: object, headers = {}, { client } = member) =>
  client.patch(
    `${feedback.pathOf({ id: item.portalId })}/items/${item.id}`,
    { expectedUpdatedAt: item.updatedAt, ...fields },
    headers,
  );

test('an update changes every field; the slug and the counts stay', async () => {
  const item = await feedback.item(portal, { description: 'x'.repeat(3_000) });
  await feedback.comment(portal, item, member);
  const fields = {
    title: 'Another',
    description: 'Short',
    status: 'planned',
    boardId: portal.boards[1]!.id,
    roadmapSummary: 'Next month',
  };
  const { status, json } = await send(item, fields);
  expect(status).toBe(200);
  const after = await feedback.readItem(item);
  expect(after).toEqual({ ...item, ...fields, updatedAt: json.data.updatedAt, commentCount: 1 });
  const cleared = (await send(after, { clearFields: ['description', 'roadmapSummary'] })).json.data;
  expect([cleared.description, cleared.roadmapSummary]).toEqual([null, null]);
});

test('an item moves to boards of its portal only, and is linked to stories that the caller can read', async () => {
  const item = await feedback.item(portal);
  const other = await feedback.portal();
  expectBadFields(await send(item, { boardId: other.boards[0]!.id }), ['boardId'], 'invalid_reference');
  expectBadFields(await send(item, { storyIds: [randomUUID()] }), ['storyIds.0'], 'invalid_reference');
  expect(await feedback.readItem(item)).toEqual(item);
});

test('a link that another person made stays when the caller cannot read the story', async () => {
  const team = await workspace.team();
  const insider = await workspace.person('member', [team]);
  const story = (
    await insider.client.post(
      `${workspace.path}/stories`,
      { title: 'x', teamId: team.id },
      { 'idempotency-key': newKey() },
    )
  ).json.data;
  const item = await feedback.item(portal);
  const linked = (await send(item, { storyIds: [story.id] }, {}, insider)).json.data;
  const kept = await send(linked, { storyIds: [story.id], title: 'Renamed' });
  expect(kept.json.data).toMatchObject({ storyIds: [story.id], title: 'Renamed' });
});

test('a guest cannot update an item', async () => {
  const item = await feedback.item(portal);
  const guest = await workspace.person('guest');
  expectRefusal(await send(item, { title: 'x' }, {}, guest), 403, 'insufficient_role');
});
