import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newFeedbackPlace } from './feedback-place.ts';

const { admin, member, feedback, visitor, newItem } = await newFeedbackPlace();

test('a vote that the team added is taken back; those of visitors are theirs', async () => {
  const { item, at, page } = await newItem();
  const body = { email: `${crypto.randomUUID()}@example.com`, name: 'Mia of Initech' };
  const { id } = (await member.client.post(`${at}/votes`, body)).json.data;
  expect((await admin.client.delete(`${at}/votes/${id}`)).json).toEqual({ data: { id, deleted: true } });
  expect((await feedback.readItem(item)).voteCount).toBe(0);
  expectRefusal(await admin.client.delete(`${at}/votes/${id}`), 404, 'not_found');

  await visitor.submit(await visitor.open(page), `${page}/vote`, { vote: 'give' });
  const [own] = (await admin.client.get(`${at}/votes`)).json.data;
  expectRefusal(await admin.client.delete(`${at}/votes/${own.id}`), 409, 'conflict');
  expect((await feedback.readItem(item)).voteCount).toBe(1);
});
