import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectRefusal, expectSameRefusal } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';

test('anyone in the workspace reads a portal, also a private one; no one else knows that it exists', async () => {
  const workspace = await newWorkspace();
  const { client } = await workspace.person('admin');
  const feedback = feedbackApi(workspace, client);
  const portal = await feedback.portal({ visibility: 'private' });
  const member = await workspace.person('member');
  expect((await member.client.get(feedback.pathOf(portal))).json.data).toEqual(portal);

  const elsewhere = await newWorkspace();
  const stranger = await elsewhere.person('admin');
  const foreign = await stranger.client.get(`${elsewhere.path}/portals/${portal.id}`);
  const missing = await stranger.client.get(`${elsewhere.path}/portals/${randomUUID()}`);
  expectRefusal(foreign, 404, 'not_found');
  expectSameRefusal([foreign, missing]);
});
