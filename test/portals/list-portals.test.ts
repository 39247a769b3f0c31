import { expect, test } from 'vitest';
import { readPages } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';

test('the list has the portals of the workspace, newest first, page by page', async () => {
  const workspace = await newWorkspace();
  const { client } = await workspace.person('admin');
  const feedback = feedbackApi(workspace, client);
  const made = [];
  for (const visibility of ['public', 'private', 'public']) made.push(await feedback.portal({ visibility }));
  const { client: member } = await workspace.person('member');

  const pages = await readPages(member, `${workspace.path}/portals`, { limit: 2 });
  expect(pages).toEqual([[made[2], made[1]], [made[0]]]);
});
