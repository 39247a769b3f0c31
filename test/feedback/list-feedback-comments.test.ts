import { expect, test } from 'vitest';
import { readPages } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';

test('comments of visitors are listed newest first, and hidden ones separately', async () => {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  const said = [];
  for (const text of ['one', 'two', 'three']) said.unshift(await feedback.comment(portal, item, admin, text));
  const path = `${feedback.pathOf(portal)}/items/${item.id}/comments`;
  expect(await readPages(admin.client, path, { limit: 2 })).toEqual([[said[0], said[1]], [said[2]]]);

  const { json } = await admin.client.patch(`${path}/${said[1]!.id}`, { hidden: true });
  expect((await admin.client.get(path)).json.data).toEqual([said[0], said[2]]);
  expect((await admin.client.get(path, { hidden: 'only' })).json.data).toEqual([json.data]);
});
