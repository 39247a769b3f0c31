import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { findCommentKeys } from '../../shared/feedback/items/comment-store.ts';
import { allVotes } from '../support/votes.ts';
import { addVote } from '../../shared/feedback/items/vote-store.ts';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

let service: WorkerService;
beforeAll(async () => {
  ({ service } = await workerService());
});

test('an item goes with its slug at once, its votes and comments a moment later', async () => {
  const workspace = await newWorkspace(service);
  const admin = await workspace.person('admin');
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  await feedback.comment(portal, item, admin);
  const refused = () => new Error('refused');
  await commit(
    workspace.database,
    addVote({ itemId: item.id, userId: admin.id }, new Date(), refused, refused),
  );
  const path = `${feedback.pathOf(portal)}/items/${item.id}`;
  const headers = { 'idempotency-key': newKey() };
  for (let time = 0; time < 2; time++) {
    const { status, json } = await admin.client.delete(path, headers);
    expect([status, json.data]).toEqual([200, { id: item.id, deleted: true }]);
  }

  expectRefusal(await admin.client.get(path), 404, 'not_found');
  expect((await feedback.item(portal)).slug).toBe(item.slug);
  await service.streamsIdle();
  const read = createReader(workspace.database);
  expect(await allVotes(read, item.id)).toEqual([]);
  expect(await findCommentKeys(read, item.id)).toEqual([]);
});
