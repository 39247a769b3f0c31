import { expect, test } from 'vitest';
import { IMAGE_SENT_MAX_BYTES } from '../../shared/feedback/portal/image.ts';
import { OWNED_IMAGES_MAX } from '../../shared/feedback/portal/owned-image-store.ts';
import { noisyPng } from '../portals/images.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { imageFiles } from '../support/image-files.ts';
import { feedbackApi, PNG } from '../support/feedback.ts';
import { sharedService, workerService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { newFeedbackPlace } from './feedback-place.ts';

const { admin, feedback, newItem } = await newFeedbackPlace();
const imported = { createdAt: '2024-01-01T00:00:00.000Z', authorName: 'Ada Lovelace' };
const shown = async (id: string) => await fetch(`${sharedService().baseUrl}/portal-images/${id}`);

async function picturedItem() {
  const portal = await feedback.portal();
  const item = await feedback.pictured(portal);
  const at = `${feedback.pathOf(portal)}/items/${item.id}`;
  const add = (fields: object = {}) =>
    admin.client.post(`${at}/images`, { data: PNG, replacesImageId: item.replacesImageId, ...fields });
  return { item, at, add };
}

test('a picture is shown where the text showed the one that it replaces, and the text is as its author wrote it', async () => {
  const { item, at, add } = await picturedItem();
  const { status, json, text } = await add();
  expect([status, json.data], text).toMatchObject([
    201,
    { itemId: item.id, feedbackCommentId: null, type: 'image/png', width: 1, height: 1 },
  ]);
  const { id } = json.data;
  expect((await feedback.readItem(item)).description).toBe(
    item.description!.replace(item.replacesImageId, id),
  );
  expect(Buffer.from(await (await shown(id)).arrayBuffer())).toEqual(Buffer.from(PNG, 'base64'));
  const body = { content: `![It](/portal-images/${item.replacesImageId})`, imported };
  const comment = (await admin.client.post(`${at}/comments`, body)).json.data;
  const ofComment = (await add({ feedbackCommentId: comment.id })).json.data.id;
  const { data } = (await admin.client.get(`${at}/comments`)).json;
  expect(data[0]).toMatchObject({ content: `![It](/portal-images/${ofComment})`, editedAt: null });
  expect((await shown(ofComment)).status).toBe(200);
});

test('the files of a picture are deleted with what it was added to', async () => {
  const { service } = await workerService();
  const there = await newWorkspace(service);
  const { client } = await there.person('admin');
  const pictured = feedbackApi(there, client);
  const { portalId, id: itemId, replacesImageId } = await pictured.pictured(await pictured.portal());
  const at = `${pictured.pathOf({ id: portalId })}/items/${itemId}`;
  const data = noisyPng(1_000, 300).toString('base64');
  const { id } = (await client.post(`${at}/images`, { data, replacesImageId })).json.data;
  const list = () => imageFiles(service, there.id, id);
  expect(await list()).toContain('1000.webp');
  expect((await client.delete(at)).status).toBe(200);
  await service.streamsIdle();
  // The stream has deleted the item, and then the image.
  await service.streamsIdle();
  expect(await list()).toEqual([]);
});

test('what was not imported takes no picture of the team, since its author says what it shows', async () => {
  const { item, at } = await newItem();
  const body = { data: PNG, replacesImageId: item.id };
  expectRefusal(await admin.client.post(`${at}/images`, body), 409, 'conflict');
  const comment = (await admin.client.post(`${at}/comments`, { content: 'Yes' })).json.data;
  const ofComment = { ...body, feedbackCommentId: comment.id };
  expectRefusal(await admin.client.post(`${at}/images`, ofComment), 409, 'conflict');
});

test('a comment of another item, and a file that is none or too large, are refused', async () => {
  const { add } = await picturedItem();
  const other = await picturedItem();
  const comment = (await admin.client.post(`${other.at}/comments`, { content: 'Yes', imported })).json.data;
  expectRefusal(await add({ feedbackCommentId: comment.id }), 400, 'invalid_reference');
  expectBadFields(await add({ data: 'bm8=' }), ['data']);
  const large = Buffer.alloc(IMAGE_SENT_MAX_BYTES + 1).toString('base64');
  expectBadFields(await add({ data: large }), ['data']);
});

test('an item has as many pictures as its author could add', async () => {
  const { add } = await picturedItem();
  for (let made = 0; made < OWNED_IMAGES_MAX; made++) expect((await add()).status).toBe(201);
  expectRefusal(await add(), 409, 'conflict');
});
