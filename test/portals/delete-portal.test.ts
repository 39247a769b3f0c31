import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
});

test('a request deletes an empty portal and frees its slugs, once under one key', async () => {
  const portal = await feedback.portal();
  const renamed = await feedback.change(feedback.pathOf(portal), portal, { slug: randomUUID() });
  const headers = { 'idempotency-key': newKey() };
  for (let time = 0; time < 2; time++) {
    const { status, json } = await admin.client.delete(feedback.pathOf(portal), headers);
    expect([status, json.data]).toEqual([200, { id: portal.id, deleted: true }]);
  }

  expectRefusal(await admin.client.get(feedback.pathOf(portal)), 404, 'not_found');
  for (const slug of [portal.slug, renamed.slug]) {
    expect((await feedback.portal({ slug })).slug).toBe(slug);
  }
});

test.each(['item', 'update'] as const)('a portal that has an %s is kept', async (what) => {
  const portal = await feedback.portal();
  await feedback[what](portal);
  expectRefusal(await admin.client.delete(feedback.pathOf(portal)), 409, 'conflict');
  expect((await admin.client.get(feedback.pathOf(portal))).status).toBe(200);
});
