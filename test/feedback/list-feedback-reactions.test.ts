import { expect, test } from 'vitest';
import { createBrowser, signedIn } from '../support/browser.ts';
import { feedbackApi } from '../support/feedback.ts';
import { readPages } from '../support/answers.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

const workspace = await newWorkspace();
const admin = await workspace.person('admin');
const feedback = feedbackApi(workspace, admin.client);

test('reactions of visitors and members are counted by comment and kind, and the own ones are marked', async () => {
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  const at = `${feedback.pathOf(portal)}/items/${item.id}`;
  const comment = async (content: string): Promise<string> =>
    (await admin.client.post(`${at}/comments`, { content })).json.data.id;
  const [first, second] = [await comment('First'), await comment('Second')];
  const elsewhere = await newWorkspace();
  const browser = await signedIn(sharedService(), elsewhere, await elsewhere.person('guest'));
  const path = `/portals/${portal.slug}/feedback/items/${item.slug}`;
  await browser.submit(await browser.open(path), `${path}/comments/${first}/reaction`, { give: 'heart' });
  const react = (feedbackCommentId: string, kind: string) =>
    admin.client.post(`${at}/reactions`, { feedbackCommentId, kind });
  await react(first, 'heart');
  await react(second, 'celebrate');
  const pages = await readPages(admin.client, `${at}/reactions`, { limit: 1 });
  expect(pages.flat()).toMatchObject([
    { feedbackCommentId: second, kind: 'celebrate', count: 1, own: true },
    { feedbackCommentId: first, kind: 'heart', count: 2, own: true },
  ]);
  const colleague = await workspace.person('member');
  const { json } = await colleague.client.get(`${at}/reactions`);
  expect(json.data.map(({ own }: { own: boolean }) => own)).toEqual([false, false]);
  expect((await createBrowser(sharedService().baseUrl).open(path)).text).toContain('❤️');
});

test('an item shows the reactions to comments on those merged into it', async () => {
  const portal = await feedback.portal();
  const [item, into] = [await feedback.item(portal), await feedback.item(portal, { title: 'Other' })];
  const at = `${feedback.pathOf(portal)}/items`;
  const { id } = (await admin.client.post(`${at}/${item.id}/comments`, { content: 'Yes' })).json.data;
  await admin.client.post(`${at}/${item.id}/merge`, { intoItemId: into.id });
  const body = { feedbackCommentId: id, kind: 'thumbs_up' };
  expect((await admin.client.post(`${at}/${into.id}/reactions`, body)).status).toBe(201);
  const { json } = await admin.client.get(`${at}/${into.id}/reactions`);
  expect(json.data).toMatchObject([{ ...body, count: 1 }]);
  await admin.client.delete(`${at}/${into.id}/reactions/${json.data[0].id}`);
  expect((await admin.client.get(`${at}/${into.id}/reactions`)).json.data).toEqual([]);
});
