import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

test('a request deletes an update and frees its slug, once under one key', async () => {
  const workspace = await newWorkspace();
  const { client } = await workspace.person('admin');
  const feedback = feedbackApi(workspace, client);
  const portal = await feedback.portal();
  const update = await feedback.published(portal);
  const path = `${feedback.pathOf(portal)}/updates/${update.id}`;
  const headers = { 'idempotency-key': newKey() };
  for (let time = 0; time < 2; time++) {
    const { status, json } = await client.delete(path, headers);
    expect([status, json.data]).toEqual([200, { id: update.id, deleted: true }]);
  }
  expectRefusal(await client.get(path), 404, 'not_found');
  expect((await feedback.update(portal)).slug).toBe(update.slug);
});
