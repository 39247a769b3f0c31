import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { feedbackOf } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';

test('publishes an update; again changes nothing; guests do not', async () => {
  const workspace = await newWorkspace();
  const { client } = await workspace.person('member');
  const feedback = feedbackOf(workspace, (await workspace.person('admin')).client);
  const portal = await feedback.portal();
  const update = await feedback.update(portal);
  const path = `${feedback.pathOf(portal)}/updates/${update.id}`;
  const guest = await workspace.person('guest');
  expectRefusal(await guest.client.post(`${path}/publish`), 403, 'insufficient_role');

  const { status, json } = await client.post(`${path}/publish`);
  const { updatedAt } = json.data;
  const publishedAt = updatedAt;
  expect([status, json.data]).toEqual([200, { ...update, publishedAt, updatedAt }]);
  expect(updatedAt > update.updatedAt).toBe(true);
  expect((await client.post(`${path}/publish`)).json).toEqual(json);
  expect((await client.get(path)).json).toEqual(json);
});
