import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newFeedbackPlace } from './feedback-place.ts';

const { workspace, admin, feedback } = await newFeedbackPlace();

/** Two items of a portal, the first of which is merged into the second. */
async function newMerge() {
  const portal = await feedback.portal();
  const [duplicate, remaining] = [await feedback.item(portal), await feedback.item(portal)];
  const at = `${feedback.pathOf(portal)}/items/${duplicate.id}`;
  expect((await admin.client.post(`${at}/merge`, { intoItemId: remaining.id })).status).toBe(200);
  return { at, duplicate, remaining };
}

test('an unmerged item is an item of its own again, and repeating it has no effect', async () => {
  const { at, duplicate } = await newMerge();
  const { status, json } = await admin.client.post(`${at}/unmerge`);
  expect([status, json.data]).toMatchObject([200, { id: duplicate.id, mergedIntoId: null, hidden: false }]);
  const again = await admin.client.post(`${at}/unmerge`);
  expect([again.status, again.json.data.mergedIntoId]).toEqual([200, null]);
  expect(await feedback.readItem(duplicate)).toEqual(again.json.data);
});

test('a guest cannot unmerge an item', async () => {
  const { at, duplicate, remaining } = await newMerge();
  const guest = await workspace.person('guest');
  expectRefusal(await guest.client.post(`${at}/unmerge`), 403, 'insufficient_role');
  expect((await feedback.readItem(duplicate)).mergedIntoId).toBe(remaining.id);
});
