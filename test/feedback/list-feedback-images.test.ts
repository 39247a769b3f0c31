import { expect, test } from 'vitest';
import { readPages } from '../support/answers.ts';
import { PNG } from '../support/feedback.ts';
import { newFeedbackPlace } from './feedback-place.ts';

const { admin, member, feedback } = await newFeedbackPlace();

test('the pictures of an item and of its comments are listed, newest first, and not those of others', async () => {
  const portal = await feedback.portal();
  const [item, other] = [await feedback.pictured(portal), await feedback.pictured(portal)];
  const at = `${feedback.pathOf(portal)}/items/${item.id}`;
  const { imported } = { imported: { createdAt: '2024-01-01T00:00:00.000Z', authorName: 'Ada Lovelace' } };
  const comment = (await admin.client.post(`${at}/comments`, { content: 'Look.', imported })).json.data.id;
  const add = async (path: string, fields: object = {}): Promise<string> => {
    const body = { data: PNG, replacesImageId: item.replacesImageId, ...fields };
    return (await admin.client.post(`${path}/images`, body)).json.data.id;
  };
  const [first, second] = [await add(at), await add(at, { feedbackCommentId: comment })];
  await add(`${feedback.pathOf(portal)}/items/${other.id}`);
  const pages = await readPages(member.client, `${at}/images`, { limit: 1 });
  expect(
    pages.map((page) => page.map(({ id, itemId, feedbackCommentId }) => [id, itemId, feedbackCommentId])),
  ).toEqual([[[second, item.id, comment]], [[first, item.id, null]]]);
  await admin.client.delete(`${at}/comments/${comment}`);
  await expect.poll(async () => (await member.client.get(`${at}/images`)).json.data.length).toBe(1);
});
