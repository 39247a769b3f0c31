import { expect, test } from 'vitest';
import { readPages } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';

test('drafts and published updates are listed newest first, with whole bodies', async () => {
  const workspace = await newWorkspace();
  const { client } = await workspace.person('admin');
  const feedback = feedbackApi(workspace, client);
  const portal = await feedback.portal();
  const made = [
    await feedback.update(portal, { body: 'x'.repeat(5_000) }),
    await feedback.published(portal),
    await feedback.update(portal),
  ];
  await feedback.update(await feedback.portal());

  const pages = await readPages(client, `${feedback.pathOf(portal)}/updates`, { limit: 2 });
  expect(pages).toEqual([[made[2], made[1]], [made[0]]]);
});
