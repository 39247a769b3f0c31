import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let member: Person;
let feedback: Feedback;

beforeAll(async () => {
  workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  member = await workspace.person('member');
});

const send = ({ portalId, id, updatedAt }: FeedbackUpdate, fields: object, headers = {}) =>
  member.client.patch(
    `${workspace.path}/portals/${portalId}/updates/${id}`,
    { expectedUpdatedAt: updatedAt, ...fields },
    headers,
  );

test('published updates and drafts are changed and cleared alike', async () => {
  const portal = await feedback.portal();
  for (const update of [await feedback.update(portal), await feedback.published(portal)]) {
    const fields = { title: 'New', summary: 'Short', body: '**Bold**' };
    const { status, json } = await send(update, fields);
    expect([status, json.data]).toEqual([200, { ...update, ...fields, updatedAt: json.data.updatedAt }]);
    expect((await send(json.data, { clearFields: ['body'] })).json.data.body).toBeNull();
  }
});

test('an update keeps a linked item that is gone meanwhile, and accepts no other', async () => {
  const portal = await feedback.portal();
  const [kept, gone] = [await feedback.item(portal), await feedback.item(portal)];
  const linkedItemIds = [kept.id, gone.id];
  const update = await feedback.update(portal, { linkedItemIds });
  expect((await member.client.delete(`${feedback.pathOf(portal)}/items/${gone.id}`)).status).toBe(200);
  const { status, json } = await send(update, { title: 'New', linkedItemIds });
  expect([status, json.data.linkedItemIds]).toEqual([200, linkedItemIds]);
  const other = [kept.id, randomUUID()];
  expectBadFields(await send(json.data, { linkedItemIds: other }), ['linkedItemIds.1'], 'invalid_reference');
});

test('a former slug still leads to the update', async () => {
  const portal = await feedback.portal();
  const update = await feedback.update(portal);
  const slug = randomUUID();
  const renamed = (await send(update, { slug })).json.data;
  expect([renamed.slug, renamed.formerSlugs]).toEqual([slug, [update.slug]]);
  const other = await feedback.update(portal);
  expectRefusal(await send(other, { slug: update.slug }), 409, 'conflict');
});

test('a stale version is a conflict, the same key a replay, and foreign links are refused', async () => {
  const update = await feedback.update(await feedback.portal());
  const headers = { 'idempotency-key': newKey() };
  const first = await send(update, { title: 'New' }, headers);
  expectRefusal(await send(update, { title: 'Newer' }), 409, 'version_conflict');
  expect((await send(update, { title: 'New' }, headers)).json).toEqual(first.json);
  const item = await feedback.item(await feedback.portal());
  expectBadFields(
    await send(first.json.data, { linkedItemIds: [item.id] }),
    ['linkedItemIds.0'],
    'invalid_reference',
  );
});
