import { beforeAll, expect, test } from 'vitest';
import { expectRefusal, readPages } from '../support/answers.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
});

test('the list has the images of a portal, newest first, page by page, and which of them are shown', async () => {
  const portal = await feedback.portal();
  const [logo, cover, spare] = [
    await feedback.image(portal),
    await feedback.image(portal),
    await feedback.image(portal),
  ];
  await feedback.image(await feedback.portal());
  await feedback.change(feedback.pathOf(portal), portal, { logoImageId: logo.id });
  await feedback.update(portal, { coverImageId: cover.id });

  const pages = await readPages(admin.client, `${feedback.pathOf(portal)}/images`, { limit: 2 });
  expect(pages).toEqual([
    [
      { ...spare, inUse: false },
      { ...cover, inUse: true },
    ],
    [{ ...logo, inUse: true }],
  ]);
});

test('a portal without images has an empty list; one of another workspace has none', async () => {
  const path = `${feedback.pathOf(await feedback.portal())}/images`;
  expect((await admin.client.get(path)).json.data).toEqual([]);
  const other = await newWorkspace();
  const stranger = await other.person('admin');
  expectRefusal(await stranger.client.get(path), 403, 'workspace_mismatch');
  const inOwnPath = path.replace(workspace.id, other.id);
  expectRefusal(await stranger.client.get(inOwnPath), 404, 'not_found');
});
