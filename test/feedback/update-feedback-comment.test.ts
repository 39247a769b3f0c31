import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let member: Person;
let feedback: Feedback;

beforeAll(async () => {
  workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  member = await workspace.person('member');
});

async function commented() {
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  const comment = await feedback.comment(portal, item, member);
  const path = `${feedback.pathOf(portal)}/items/${item.id}/comments/${comment.id}`;
  const hide = (hidden: boolean, headers = {}, { client } = member) =>
    client.patch(path, { hidden }, headers);
  return { item, comment, hide };
}

test('a comment is hidden and shown again; the item counts the visible ones', async () => {
  const { item, comment, hide } = await commented();
  for (const hidden of [true, true, false]) {
    const { status, json } = await hide(hidden);
    expect(status).toBe(200);
    expect(json.data).toEqual({ ...comment, hidden, updatedAt: json.data.updatedAt });
    expect((await feedback.readItem(item)).commentCount).toBe(hidden ? 0 : 1);
  }
});

test('concurrent requests to hide a comment count it once, and the same key is a replay', async () => {
  const { item, hide } = await commented();
  const headers = { 'idempotency-key': newKey() };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => hide(true, number % 2 ? headers : {})),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await feedback.readItem(item)).commentCount).toBe(0);
});

test('a guest cannot update a comment', async () => {
  const { hide } = await commented();
  expectRefusal(await hide(true, {}, await workspace.person('guest')), 403, 'insufficient_role');
});
