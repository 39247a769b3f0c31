import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { upload } from './attachment-api.ts';
import { newAttachmentWorkspace, png } from './attachment-workspace.ts';

let world: Awaited<ReturnType<typeof newAttachmentWorkspace>>;

beforeAll(async () => {
  world = await newAttachmentWorkspace();
});

test('completing makes an uploaded file ready, once', async () => {
  const { story, files } = world;
  const one = await story();
  const { attachment, form } = await files.create(one);
  expectRefusal(await files.complete(one, attachment), 409, 'conflict');
  await upload(form, 'hello');
  const { json } = await files.complete(one, attachment);
  expect(json.data).toEqual({ ...attachment, state: 'ready', updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > attachment.updatedAt).toBe(true);
  expect((await files.complete(one, attachment)).json.data).toEqual(json.data);
  expect((await files.get(one, attachment)).json.data).toEqual(json.data);
  expect(await files.list(one)).toEqual([json.data]);
});

test.each([
  ['a page', '<!doctype html><script>alert(1)</script>', 'image/png', 'text/plain'],
  ['a picture with scripts', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'text/plain'],
  ['a page that says so', '<html></html>', 'text/html', 'text/plain'],
  ['a picture', png, 'text/html', 'image/png'],
  ['a table', 'a,b\n1,2\n', 'text/csv', 'text/csv'],
  [
    'a document',
    'PK\x03\x04',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.text',
  ],
  ['anything else', Buffer.from([0, 1, 2, 255]), 'image/gif', 'application/octet-stream'],
])('completing finds the type of %s in its bytes', async (_, bytes, contentType, found) => {
  const { story, files } = world;
  expect((await files.attach(await story(), bytes, { contentType })).contentType).toBe(found);
});

test('completing takes the file as it was then: a later upload by the same form changes nothing', async () => {
  const { story, files } = world;
  const one = await story();
  const { attachment, form } = await files.create(one);
  await upload(form, 'hello');
  await files.complete(one, attachment);
  expect((await upload(form, 'other')).status).toBe(204);
  const { json } = await files.download(one, attachment);
  expect(await (await fetch(json.data.url)).text()).toBe('hello');
});
