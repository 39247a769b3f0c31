import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { binKeyOf } from '../../shared/planning/bin/bin-store.ts';
import { storyKeyOf } from '../../shared/planning/stories/story-store.ts';
import { expectRefusal } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { newAttachmentWorkspace } from './attachment-workspace.ts';

let world: Awaited<ReturnType<typeof newAttachmentWorkspace>>;

beforeAll(async () => {
  world = await newAttachmentWorkspace();
});

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
  await until(async () => (await createReader(workspace.database).get(inBin)) !== undefined);
  expect((await fetch(url)).status).toBe(200);
  // As its time to live does after 30 days.
  await commit(workspace.database, [{ delete: inBin }]);
  await gone(url);
  expect((await fetch(link)).status).toBe(200);
});
