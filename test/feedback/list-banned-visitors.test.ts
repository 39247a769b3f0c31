import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newFeedbackPlace } from './feedback-place.ts';

const { workspace, admin, member, visitor, newItem } = await newFeedbackPlace();

test('the team sees who is banned and why, and guests do not', async () => {
  const { at, page } = await newItem();
  await visitor.submit(await visitor.open(page), `${page}/vote`, { vote: 'give' });
  const visitorId = (await admin.client.get(`${at}/votes`)).json.data[0].voterId;
  const bans = `${workspace.path}/banned-visitors`;
  expect((await admin.client.get(bans)).json.data).toEqual([]);
  const banned = (await admin.client.post(bans, { visitorId, reason: 'Spam' })).json.data;
  expect(banned.reason).toBe('Spam');
  expect((await admin.client.get(bans)).json.data).toEqual([banned]);
  expect((await member.client.get(bans)).json.data).toEqual([banned]);
  const guest = await workspace.person('guest');
  expectRefusal(await guest.client.get(bans), 403, 'insufficient_role');
});
