import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newAttachmentWorkspace, png } from './attachment-workspace.ts';

let world: Awaited<ReturnType<typeof newAttachmentWorkspace>>;

beforeAll(async () => {
  world = await newAttachmentWorkspace();
});

test('links to the file for five minutes, to be saved under its name whatever it is', async () => {
  const { story, files } = world;
  const one = await story();
  const page = '<script>alert(1)</script>';
  const file = await files.attach(one, page, { name: 'Größe "1".html', contentType: 'text/html' });
  const { json } = await files.download(one, file);
  const { url, expiresAt } = json.data;
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 300_000)).toBeLessThan(60_000);
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('300');
  const response = await fetch(url);
  expect(await response.text()).toBe(page);
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="Gr__e _1_.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.html`,
  );
});

test('the link shows only images inline, as the type that their bytes have', async () => {
  const { story, files } = world;
  const one = await story();
  const image = await files.attach(one, png, { name: 'a.html', contentType: 'text/html' });
  const { json } = await files.download(one, image, { disposition: 'inline' });
  const { headers } = await fetch(json.data.url);
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('content-disposition')).toMatch(/^inline; /);
  const svg = await files.attach(one, '<svg/>', { contentType: 'image/svg+xml' });
  expectBadFields(await files.download(one, svg, { disposition: 'inline' }), ['query.disposition']);
});

test('signs the whole link: with another file, type or time it opens nothing', async () => {
  const { story, files } = world;
  const one = await story();
  const [file, other] = [await files.attach(one), await files.attach(one)];
  const { url } = (await files.download(one, file)).json.data as { url: string };
  const forged = [
    url.replace(file.id, other.id),
    url.replace('application%2Foctet-stream', 'text%2Fhtml'),
    url.replace('X-Amz-Expires=300', 'X-Amz-Expires=604800'),
    url.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20200101'),
    url.replace('/attachments/', '/uploads/'),
  ];
  for (const one of forged) expect([one === url, (await fetch(one)).status]).toEqual([false, 403]);
  expect((await fetch(url)).status).toBe(200);
});

test('there is no link before the file is there', async () => {
  const { story, files } = world;
  const one = await story();
  const { attachment } = await files.create(one);
  expectRefusal(await files.download(one, attachment), 409, 'conflict');
});
