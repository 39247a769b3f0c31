import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { putFollow } from '../../shared/feedback/items/follow-store.ts';
import { putUser } from '../../shared/identity/members/user-store.ts';
import { putVisitorLink } from '../../shared/kernel/auth/visitor-store.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { feedbackApi } from '../support/feedback.ts';
import { databaseOf, workerService } from '../support/service.ts';
import { addressOf, newWorkspace } from '../support/workspace.ts';

test('an official answer notifies all who follow the idea, once each, and not its author', async () => {
  const { service } = await workerService();
  const workspace = await newWorkspace(service);
  const admin = await workspace.person('admin');
  const writer = await workspace.person('guest');
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const item = await feedback.item(portal, { title: 'Boats' });
  const path = `${feedback.pathOf(portal)}/items/${item.id}`;
  const [id, email] = [newId(new Date()), `${randomUUID()}@example.com`];
  await commit(databaseOf(service), [
    ...putUser({ id, email }, writeConflict),
    ...putFollow(item.id, id, true),
    putVisitorLink(writer.id, { workspaceId: workspace.id, userId: writer.userId }),
  ]);
  await feedback.comment(portal, item, writer, 'When?');
  const answered = await admin.client.post(`${path}/comments`, { content: 'Next month' });
  const subjectsTo = async (address: string) => {
    for (let step = 0; step < 3; step++) await service.streamsIdle();
    await service.queuesIdle();
    return service.mailbox.mails.filter(({ to }) => to === address).map(({ subject }) => subject);
  };
  expect(await subjectsTo(email)).toEqual([]);
  const answer = { officialCommentId: answered.json.data.id };
  await feedback.change(path, await feedback.readItem(item), answer);
  const subject = 'Official answer to “Boats”';
  expect(await subjectsTo(email)).toEqual([subject]);
  const { text } = service.mailbox.mails.find(({ to }) => to === email)!;
  expect(text).toMatch(/\nA admin.* answered for the team of .+\.\n/);
  expect(text).toContain(`/items/${item.slug}#comment-${answer.officialCommentId}\n`);
  // Told of the comment when it was written.
  expect(await subjectsTo(await addressOf(workspace, writer.id))).toEqual([
    expect.stringMatching(/^A admin.* commented on “Boats”$/),
  ]);
  expect(await subjectsTo(await addressOf(workspace, admin.id))).not.toContainEqual(subject);
});
