import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newFeedbackPlace } from './feedback-place.ts';

const { member, feedback, newItem } = await newFeedbackPlace();

test('votes of customers are added by the team, once for each address', async () => {
  const { item, at } = await newItem();
  const body = { email: `${crypto.randomUUID()}@example.com`, name: 'Mia of Initech' };
  const { status, json } = await member.client.post(`${at}/votes`, body);
  expect([status, json.data.voterName, json.data.addedBy]).toEqual([201, 'Mia of Initech', member.id]);
  expectRefusal(await member.client.post(`${at}/votes`, body), 409, 'conflict');
  expect((await feedback.readItem(item)).voteCount).toBe(1);
});
