import { expect, test } from 'vitest';
import { imagePath } from '../../shared/feedback/portal/image.ts';
import { updateInMail } from '../../shared/feedback/updates/update-in-mail.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';

test('a mail shows the cover of an update above its body, or alone, and nothing of a draft', async () => {
  const workspace = await newWorkspace();
  const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  const portal = await feedback.portal();
  const { id: coverImageId } = await feedback.image(portal);
  const shown = async (fields: object) => {
    const { id } = await feedback.published(portal, fields);
    return await updateInMail(workspace.database, id);
  };
  const cover = `<p><img src="${imagePath(`${coverImageId}-960w`)}" alt="" width="960" /></p>`;
  const whole = await shown({ title: 'Both', body: 'It **ships**.', coverImageId });
  expect(whole!.text).toBe('It ships.');
  expect(whole!.markup.text).toBe(`${cover}<p>It <strong>ships</strong>.</p>\n`);
  const alone = await shown({ title: 'Cover', coverImageId });
  expect([alone!.text, alone!.markup.text]).toEqual(['', cover]);
  expect((await shown({ title: 'Body', body: 'Text' }))!.markup.text).toBe('<p>Text</p>\n');
  expect(await shown({ title: 'Neither' })).toBeUndefined();
  const draft = await workspace.person('admin');
  const { json } = await draft.client.post(`${feedback.pathOf(portal)}/updates`, {
    title: 'Draft',
    body: 'x',
  });
  expect(await updateInMail(workspace.database, json.data.id)).toBeUndefined();
});
