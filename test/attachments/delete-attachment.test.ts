import { beforeAll, expect, test } from 'vitest';
import type { Key } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { getAttachmentItem } from '../../shared/planning/attachments/attachment-store.ts';
import { binKeyOf } from '../../shared/planning/bin/bin-store.ts';
import { storyKeyOf } from '../../shared/planning/story/story-store.ts';
import { attachmentFiles } from '../../shared/projections/attachment-files.ts';
import { expectRefusal } from '../support/answers.ts';
import { expireInBin, untilBinned } from '../support/leave-bin.ts';
import { until } from '../support/until.ts';
import { timeApi } from '../time-entries/time-api.ts';
import { newAttachmentWorkspace } from './attachment-workspace.ts';

let world: Awaited<ReturnType<typeof newAttachmentWorkspace>>;

beforeAll(async () => {
  world = await newAttachmentWorkspace();
});

const attachmentOf = ({ id }: { id: string }) =>
  getAttachmentItem(createReader(world.workspace.database), id);
const gone = (url: string) => until(async () => (await fetch(url)).status === 404);

test('the request deletes the attachment, and its file', async () => {
  const { story, files } = world;
  const one = await story();
  const file = await files.attach(one);
  const { url } = (await files.download(one, file)).json.data;
  expect((await files.delete(one, file)).json.data).toEqual({ id: file.id, deleted: true });
  expect(await files.list(one)).toEqual([]);
  expectRefusal(await files.get(one, file), 404, 'not_found');
  expectRefusal(await files.delete(one, file), 404, 'not_found');
  await gone(url);
});

test('a deleted story takes its files along, and brings them back when it is restored', async () => {
  const { story, stories, files, member, workspace } = world;
  const one = await story();
  const file = await files.attach(one);
  await stories.delete(one.id);
  expectRefusal(await files.sendList(one), 404, 'not_found');
  expectRefusal(await files.download(one, file), 404, 'not_found');
  const restored = await member.client.post(`${workspace.path}/stories/${one.id}/restore`);
  expect(restored.status).toBe(200);
  expect(await files.list(one)).toEqual([file]);
  const { url } = (await files.download(one, file)).json.data;
  expect(await (await fetch(url)).text()).toBe('hello');
});

test('the files of a story go when it leaves the bin', async () => {
  const { story, stories, files, workspace } = world;
  const [one, kept] = [await story(), await story()];
  const [file, other] = [await files.attach(one), await files.attach(kept)];
  const { url } = (await files.download(one, file)).json.data;
  const link = (await files.download(kept, other)).json.data.url;
  await stories.delete(one.id);
  const inBin = binKeyOf(one.id, storyKeyOf(one.id));
  await untilBinned(workspace.database, inBin);
  expect((await fetch(url)).status).toBe(200);
  await expireInBin(workspace.database, inBin);
  await gone(url);
  expect((await fetch(link)).status).toBe(200);
});

test('the files and the time of a story stay when it leaves the bin before it has expired', async () => {
  const { story, stories, files, member, workspace } = world;
  const time = timeApi(workspace, member.client);
  const [one, later] = [await story(), await story()];
  const [file, last] = [await files.attach(one), await files.attach(later)];
  const spent = await time.log(one);
  await stories.delete(one.id);
  await stories.delete(later.id);
  const [inBin, laterInBin] = [one, later].map(({ id }) => binKeyOf(id, storyKeyOf(id))) as [Key, Key];
  for (const key of [inBin, laterInBin]) await untilBinned(workspace.database, key);
  // As a restored story does that is deleted again before the stream is read.
  const removed = await createReader(workspace.database).get(inBin);
  await commit(workspace.database, [{ delete: inBin }]);
  await expireInBin(workspace.database, laterInBin);
  await until(async () => (await attachmentOf(last)) === undefined);
  await commit(workspace.database, [{ put: removed! }]);
  expect((await member.client.post(`${workspace.path}/stories/${one.id}/restore`)).status).toBe(200);
  expect(await files.list(one)).toEqual([file]);
  expect((await time.listOf(one)).json.data).toEqual([spent]);
  expect(await time.sum({ storyId: one.id })).toMatchObject({ minutes: spent.minutes });
});

test('a rebuild deletes the files of a lost story only after the time in which it could be restored', async () => {
  const { story, stories, files, workspace } = world;
  const one = await story();
  const file = await files.attach(one);
  await stories.delete(one.id);
  const inBin = binKeyOf(one.id, storyKeyOf(one.id));
  await untilBinned(workspace.database, inBin);
  await commit(workspace.database, [{ delete: inBin }]);
  const rebuilt = { key: inBin, at: new Date(), sequenceNumber: 'rebuild' };
  await attachmentFiles.handle({ database: workspace.database, now: new Date() }, [rebuilt]);
  expect(await attachmentOf(file)).toMatchObject({ updatedAt: file.updatedAt });
  expectRefusal(
    await world.member.client.post(`${workspace.path}/stories/${one.id}/restore`),
    404,
    'not_found',
  );
  await expireInBin(workspace.database, inBin);
  await until(async () => (await attachmentOf(file)) === undefined);
});
