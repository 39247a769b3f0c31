import { expect, test } from 'vitest';
import { expectRefusal, readPages } from '../support/answers.ts';
import { newFeedbackPlace, pageText, publicJson } from './feedback-place.ts';

const { admin, member, visitor, newItem } = await newFeedbackPlace();

test('votes are listed for admins, without addresses, and in no public answer', async () => {
  const { item, at, page } = await newItem();
  await visitor.submit(await visitor.open(page), `${page}/vote`, { vote: 'give' });
  const email = `${crypto.randomUUID()}@example.com`;
  await member.client.post(`${at}/votes`, { email, name: 'Mia' });
  const [[newest], [oldest]] = (await readPages(admin.client, `${at}/votes`, { limit: 1 })) as any;
  expect(newest).toMatchObject({ voterKind: 'customer', voterName: 'Mia', voterId: null });
  expect(oldest).toMatchObject({ voterKind: 'visitor', voterId: expect.any(String), itemId: item.id });
  expect(JSON.stringify([newest, oldest])).not.toContain('@');
  expectRefusal(await member.client.get(`${at}/votes`), 403, 'insufficient_role');
  const shown = (await pageText(page)) + (await publicJson(page.replace(/items.*/, '')));
  for (const secret of ['Mia', oldest.voterId]) expect(shown).not.toContain(secret);
});
