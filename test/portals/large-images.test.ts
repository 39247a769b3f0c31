import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { pictureSize } from '../../shared/feedback/portal/images/picture-size.ts';
import { decodePicture } from '../../shared/kernel/pixels/decode-picture.ts';
import { expectBadFields } from '../support/answers.ts';
import { imageFiles } from '../support/image-files.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService, workerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { jpegFile } from './jpeg-file.ts';
import { exif, jpegSegment, noisyPng, png, pngChunk, SECRET } from './images.ts';

let workspace: TestWorkspace;
let member: Person;
let feedback: Feedback;
let portal: Portal;

beforeAll(async () => {
  workspace = await newWorkspace();
  member = await workspace.person('member');
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
});

const at = () => feedback.pathOf(portal);
const create = (body: object) => member.client.post(`${at()}/images`, body);
const sent = (file: Buffer) => create({ data: file.toString('base64') });

async function shown(name: string): Promise<Buffer> {
  const response = await fetch(`${sharedService().baseUrl}/portal-images/${name}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  return Buffer.from(await response.arrayBuffer());
}

const sizeOf = (bytes: Buffer) => pictureSize('image/webp', bytes)!;

test('a screenshot becomes WebP in its own ratio, in several widths, without metadata', async () => {
  const file = noisyPng(2_400, 600);
  expect(file.length).toBeGreaterThan(45 * 1024);
  const { status, json, text } = await sent(file);
  expect([status, json.data], text).toMatchObject([201, { type: 'image/webp', width: 1_920, height: 480 }]);
  const { id } = json.data;
  const widest = await shown(id);
  expect(sizeOf(widest)).toEqual({ width: 1_920, height: 480 });
  expect(widest.includes(SECRET)).toBe(false);
  expect(await shown(`${id}-1920x480`)).toEqual(widest);
  expect(sizeOf(await shown(`${id}-480w`))).toEqual({ width: 480, height: 120 });
  expect(sizeOf(await shown(`${id}-960w`))).toEqual({ width: 960, height: 240 });
});

test('an image is kept by caches under the names that pages have, and under no other', async () => {
  const { id } = (await sent(noisyPng(1_000, 300))).json.data;
  const open = (name: string) =>
    fetch(`${sharedService().baseUrl}/portal-images/${name}`, { redirect: 'manual' });
  for (const width of ['700w', '0480w', '4000w']) expect((await open(`${id}-${width}`)).status).toBe(404);
  const other = await open(`${id}-1000x301`);
  expect([other.status, other.headers.get('location'), other.headers.get('cache-control')]).toEqual([
    303,
    `/portal-images/${id}`,
    'no-store',
  ]);
});

test('a photo is shown upright, and says no more where it was taken', async () => {
  const bare = await jpegFile(900, 600);
  const taken = Buffer.concat([
    bare.subarray(0, 2),
    jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(6)])),
    bare.subarray(2),
  ]);
  expect(taken.includes(SECRET)).toBe(true);
  const { json, text } = await sent(taken);
  expect(json.data, text).toMatchObject({ type: 'image/webp', width: 600, height: 900 });
  const picture = await shown(json.data.id);
  expect(picture.includes(SECRET)).toBe(false);
  const { width, height, data } = (await decodePicture('image/webp', picture))!;
  expect([width, height]).toEqual([600, 900]);
  // Its upper left is red; turned clockwise, that is at the upper right.
  const redAt = (x: number, y: number) => data[(y * width + x) * 4]!;
  expect(redAt(width - 10, 10)).toBeGreaterThan(redAt(10, height - 10) + 100);
});

test.each([
  ['more pixels than a photo has', png(), 30_000],
  ['fewer pixels than it says', noisyPng(400, 300), 4_000],
])('a file with %s is refused', async (_, file, side) => {
  const header = Buffer.from(file.subarray(16, 29));
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const lying = Buffer.concat([file.subarray(0, 8), pngChunk('IHDR', header), file.subarray(33)]);
  expectBadFields(await sent(lying), ['data']);
});

test('a request has either a file or an upload', async () => {
  expectBadFields(await create({}), ['data']);
  expectBadFields(await create({ data: '', uploadId: portal.id }), ['data']);
});

test('the files of an image are deleted with it', async () => {
  const { service } = await workerService();
  const own = await newWorkspace(service);
  const made = feedbackApi(own, (await own.person('admin')).client);
  const { client } = await own.person('member');
  const path = `${made.pathOf(await made.portal())}/images`;
  const { json } = await client.post(path, { data: noisyPng(1_000, 300).toString('base64') });
  const list = () => imageFiles(service, own.id, json.data.id);
  for (const width of [480, 960, 1_000]) expect(await list()).toContain(`${width}.webp`);
  expect((await client.delete(`${path}/${json.data.id}`)).status).toBe(200);
  await service.streamsIdle();
  expect(await list()).toEqual([]);
});
