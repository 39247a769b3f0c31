import { expect, test } from 'vitest';
import { newFeedbackPlace } from './feedback-place.ts';

const { workspace, admin, feedback, visitor, newItem } = await newFeedbackPlace();

test('a visitor whose ban is lifted can vote again', async () => {
  const { item, at, page } = await newItem();
  const opened = await visitor.open(page);
  const vote = (way: string) => visitor.submit(opened, `${page}/vote`, { vote: way });
  await vote('give');
  const visitorId = (await admin.client.get(`${at}/votes`)).json.data[0].voterId;
  await vote('back');
  const bans = `${workspace.path}/banned-visitors`;
  expect((await admin.client.post(bans, { visitorId })).status).toBe(201);
  expect((await vote('give')).status).toBe(403);
  expect((await admin.client.delete(`${bans}/${visitorId}`)).status).toBe(200);
  expect((await vote('give')).status).toBe(200);
  expect((await feedback.readItem(item)).voteCount).toBe(1);
});
