import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';

test('an update is read under its own portal, also a draft', async () => {
  const workspace = await newWorkspace();
  const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  const [portal, other] = [await feedback.portal(), await feedback.portal()];
  const draft = await feedback.update(portal);
  const { client: member } = await workspace.person('member');

  expect((await member.get(`${feedback.pathOf(portal)}/updates/${draft.id}`)).json.data).toEqual(draft);
  expectRefusal(await member.get(`${feedback.pathOf(other)}/updates/${draft.id}`), 404, 'not_found');
});
