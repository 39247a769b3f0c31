import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';
import { commentApi, type CommentApi } from './comment-api.ts';

let service: WorkerService;
let proxy: DynamoDbProxy;
let api: CommentApi;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const story = await createStoryAs(client, workspace, { teamId: team.id });
  api = commentApi(workspace, story.id, client);
});

/** Lets so many transactions of the next requests through and refuses the others, as when the function dies. */
function dieAfter(transactions: number): void {
  proxy.reset();
  let seen = 0;
  proxy.fault = (operation) =>
    operation === 'TransactWriteItems' && ++seen > transactions ? 'refuse' : undefined;
}

test('a deletion that is cut off half-way leaves a comment that takes no replies and can be deleted again', async () => {
  const root = await api.create();
  const replies = await api.reply(root, 95);
  for (const [transactions, left] of [
    [0, 95],
    [1, 5],
  ] as const) {
    dieAfter(transactions);
    expectRefusal(await api.delete(root.id), 503, 'service_unavailable');
    proxy.reset();
    expect((await api.read(root.id)).replies).toEqual(replies.slice(-left));
    expect((await api.list()).json.data[0].replies).toHaveLength(left);
    const late = await api.send({ content: 'Late', parentId: root.id });
    expectBadFields(late, ['parentId'], 'invalid_reference');
  }

  expect((await api.delete(replies.at(-1)!.id)).status).toBe(200);
  expect((await api.delete(root.id)).status).toBe(200);
  for (const { id } of [root, ...replies]) expectRefusal(await api.get(id), 404, 'not_found');
});
