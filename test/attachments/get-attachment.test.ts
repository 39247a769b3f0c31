import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { newAttachmentWorkspace } from './attachment-workspace.ts';

let world: Awaited<ReturnType<typeof newAttachmentWorkspace>>;

beforeAll(async () => {
  world = await newAttachmentWorkspace();
});

test('the response is an attachment of a story, before and after its file is there', async () => {
  const { story, files } = world;
  const one = await story();
  const { attachment } = await files.create(one);
  const file = await files.attach(one);
  expect((await files.get(one, attachment)).json.data).toEqual(attachment);
  expect((await files.get(one, file)).json.data).toEqual(file);
});

test('an attachment exists neither under another story nor in another workspace', async () => {
  const { story, files } = world;
  const one = await story();
  const file = await files.attach(one);
  expectRefusal(await files.get(await story(), file), 404, 'not_found');
  expectRefusal(await files.get(one, { id: newKey() }), 404, 'not_found');
  const elsewhere = await newAttachmentWorkspace();
  expectRefusal(await elsewhere.files.get(await elsewhere.story(), file), 404, 'not_found');
  expectRefusal(await elsewhere.files.get(one, file), 404, 'not_found');
});
