import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newFeedbackPlace, pageText } from './feedback-place.ts';

const { admin, member, feedback, newItem } = await newFeedbackPlace();

test('the team deletes comments for good, and an official answer that is deleted is none', async () => {
  const { item, at, page } = await newItem();
  const { id } = (await member.client.post(`${at}/comments`, { content: 'We are on it.' })).json.data;
  await feedback.change(at, item, { officialCommentId: id });
  expect((await admin.client.delete(`${at}/comments/${id}`)).json).toEqual({ data: { id, deleted: true } });
  expect((await admin.client.get(`${at}/comments`, { hidden: 'include' })).json.data).toEqual([]);
  expect(await pageText(page)).not.toContain('We are on it.');
  expectRefusal(await admin.client.delete(`${at}/comments/${id}`), 404, 'not_found');
});
