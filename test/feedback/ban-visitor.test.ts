import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newFeedbackPlace } from './feedback-place.ts';

const { workspace, admin, member, feedback, visitor, newItem } = await newFeedbackPlace();

test('a banned visitor no longer votes, comments or posts', async () => {
  const { at, home, page, item, portal } = await newItem();
  const opened = await visitor.open(page);
  const vote = (way: string) => visitor.submit(opened, `${page}/vote`, { vote: way });
  await vote('give');
  const visitorId = (await admin.client.get(`${at}/votes`)).json.data[0].voterId;
  await vote('back');
  const bans = `${workspace.path}/banned-visitors`;
  const banned = await admin.client.post(bans, { visitorId, reason: 'Spam' });
  expect([banned.status, (await admin.client.post(bans, { visitorId })).json]).toEqual([201, banned.json]);

  const attempts = [
    () => vote('give'),
    () => visitor.submit(opened, `${page}/comments`, { content: 'Buy this' }),
    async () =>
      visitor.submit(await visitor.open(`${home}/new`), `${home}/new`, {
        title: 'Buy this',
        boardId: portal.boards[0]!.id,
      }),
  ];
  for (const attempt of attempts) {
    const { status, text } = await attempt();
    expect([status, text]).toEqual([403, expect.stringContaining('You can no longer post here')]);
  }
  expect(await feedback.readItem(item)).toMatchObject({ voteCount: 0, commentCount: 0 });
});

test("no one of another workspace is banned, and the id of a member is not a visitor's", async () => {
  const bans = `${workspace.path}/banned-visitors`;
  for (const visitorId of [member.id, crypto.randomUUID()]) {
    expectRefusal(await admin.client.post(bans, { visitorId }), 400, 'invalid_reference');
  }
});
