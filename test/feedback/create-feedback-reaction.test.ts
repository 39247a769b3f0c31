import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

const workspace = await newWorkspace();
const admin = await workspace.person('admin');
const feedback = feedbackApi(workspace, admin.client);
const portal = await feedback.portal();
const item = await feedback.item(portal);
const at = `${feedback.pathOf(portal)}/items/${item.id}`;
const { id: feedbackCommentId } = (await admin.client.post(`${at}/comments`, { content: 'Yes' })).json.data;

test('a member reacts once in each kind, however often they say so', async () => {
  const member = await workspace.person('member');
  const react = (kind: string) => member.client.post(`${at}/reactions`, { feedbackCommentId, kind });
  for (let time = 0; time < 2; time++) {
    const { status, json } = await react('heart');
    expect([status, json.data.count, json.data.own]).toEqual([201, 1, true]);
  }
  expect((await react('celebrate')).status).toBe(201);
  expectRefusal(await react('confused'), 400, 'invalid_request');
});

test('a comment of another item cannot be reacted to', async () => {
  const other = await feedback.item(portal, { title: 'Other' });
  const reactions = `${feedback.pathOf(portal)}/items/${other.id}/reactions`;
  const body = { feedbackCommentId, kind: 'heart' };
  expectRefusal(await admin.client.post(reactions, body), 404, 'not_found');
  const unknown = { feedbackCommentId: newKey(), kind: 'heart' };
  expectRefusal(await admin.client.post(`${at}/reactions`, unknown), 404, 'not_found');
});
