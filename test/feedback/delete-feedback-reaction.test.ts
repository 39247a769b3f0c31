import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';

test('a member takes back their own reaction, and no one else’s', async () => {
  const workspace = await newWorkspace();
  const [admin, member] = [await workspace.person('admin'), await workspace.person('member')];
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  const at = `${feedback.pathOf(portal)}/items/${item.id}`;
  const { id: feedbackCommentId } = (await admin.client.post(`${at}/comments`, { content: 'Yes' })).json.data;
  const body = { feedbackCommentId, kind: 'heart' };
  const { id } = (await member.client.post(`${at}/reactions`, body)).json.data;
  expectRefusal(await admin.client.delete(`${at}/reactions/${id}`), 409, 'conflict');
  await admin.client.post(`${at}/reactions`, body);
  expect((await member.client.delete(`${at}/reactions/${id}`)).json).toEqual({ data: { id, deleted: true } });
  expectRefusal(await member.client.delete(`${at}/reactions/${id}`), 409, 'conflict');
  expect((await admin.client.get(`${at}/reactions`)).json.data).toMatchObject([{ count: 1, own: true }]);
  await admin.client.delete(`${at}/reactions/${id}`);
  expectRefusal(await admin.client.delete(`${at}/reactions/${id}`), 404, 'not_found');
});
