import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { feedbackApi, PNG } from '../support/feedback.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let at: Record<'portal' | 'item' | 'comment' | 'update', string>;
let boardId: string;
let imageId: string;
let versions: Record<'item' | 'update', string>;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  const comment = await feedback.comment(portal, item, admin);
  const update = await feedback.update(portal);
  const path = feedback.pathOf(portal);
  at = {
    portal: path,
    item: `${path}/items/${item.id}`,
    comment: `${path}/items/${item.id}/comments/${comment.id}`,
    update: `${path}/updates/${update.id}`,
  };
  boardId = portal.boards[0]!.id;
  imageId = (await feedback.image(portal)).id;
  versions = { item: item.updatedAt, update: update.updatedAt };
});

const reads = () => [
  `${workspace.path}/portals`,
  at.portal,
  `${at.portal}/items`,
  at.item,
  `${at.item}/comments`,
  `${at.portal}/updates`,
  at.update,
];

/** Everything that changes what is on a portal, by the operation's id. */
const writes: Record<string, (client: Client) => ReturnType<Client['get']>> = {
  createFeedbackItem: (client) => client.post(`${at.portal}/items`, { title: 'x', boardId }),
  updateFeedbackItem: (client) => client.patch(at.item, { expectedUpdatedAt: versions.item, title: 'x' }),
  updateFeedbackComment: (client) => client.patch(at.comment, { hidden: true }),
  deleteFeedbackItem: (client) => client.delete(at.item),
  createFeedbackUpdate: (client) => client.post(`${at.portal}/updates`, { title: 'x' }),
  updateFeedbackUpdate: (client) =>
    client.patch(at.update, { expectedUpdatedAt: versions.update, title: 'x' }),
  publishFeedbackUpdate: (client) => client.post(`${at.update}/publish`),
  withdrawFeedbackUpdate: (client) => client.post(`${at.update}/withdraw`),
  deleteFeedbackUpdate: (client) => client.delete(at.update),
  deletePortalImage: (client) => client.delete(`${at.portal}/images/${imageId}`),
  createPortalImage: (client) => client.post(`${at.portal}/images`, { data: PNG }),
};

test('a guest reads nothing that the public does not see', async () => {
  const [guest, member] = [await workspace.person('guest'), await workspace.person('member')];
  for (const path of reads()) {
    expectRefusal(await guest.client.get(path), 403, 'insufficient_role');
    expect((await member.client.get(path)).status).toBe(200);
  }
});

describe("an admin's token that is restricted to a team", () => {
  test.each(Object.entries(writes))('is refused by %s', async (_, write) => {
    const team = await workspace.team();
    const client = await workspace.clientFor(admin.id, { teamIds: [team.id] });
    expectRefusal(await write(client), 403, 'restricted_credential');
  });
});
