import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';

test('an item is read under its own portal, also when it is hidden', async () => {
  const workspace = await newWorkspace();
  const { client } = await workspace.person('admin');
  const feedback = feedbackApi(workspace, client);
  const [portal, other] = [await feedback.portal(), await feedback.portal()];
  const item = await feedback.item(portal);
  const hidden = await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { hidden: true });
  const { client: member } = await workspace.person('member');

  expect((await member.get(`${feedback.pathOf(portal)}/items/${item.id}`)).json.data).toEqual(hidden);
  expectRefusal(await member.get(`${feedback.pathOf(other)}/items/${item.id}`), 404, 'not_found');
});
