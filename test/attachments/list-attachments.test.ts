import { expect, test } from 'vitest';
import { newAttachmentWorkspace } from './attachment-workspace.ts';

test('the list has the attachments of one story, newest first, page by page', async () => {
  const { story, files } = await newAttachmentWorkspace();
  const [one, other] = [await story(), await story()];
  await files.attach(other);
  const first = await files.attach(one, 'first');
  const { attachment: second } = await files.create(one);
  const third = await files.attach(one, 'third');
  expect(await files.list(one)).toEqual([third, second, first]);
  const page = await files.sendList(one, { limit: 2 });
  expect(page.json.data).toEqual([third, second]);
  const next = await files.sendList(one, { limit: 2, cursor: page.json.meta.nextCursor });
  expect([next.json.data, next.json.meta.hasMore]).toEqual([[first], false]);
});
