import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { feedbackApi, PNG } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { exif, jpeg, jpegSegment, png, pngChunk, SECRET, webp } from './images.ts';

let workspace: TestWorkspace;
let member: Person;
let portal: Portal;
let path: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
  member = await workspace.person('member');
  path = `${feedback.pathOf(portal)}/images`;
});

const upload = (file: Buffer) => member.client.post(path, { data: file.toString('base64') });

/** The bytes that visitors get of an upload. */
async function shownAfter(file: Buffer): Promise<Buffer> {
  const { status, json } = await upload(file);
  expect(status).toBe(201);
  const shown = await fetch(`${sharedService().baseUrl}/portal-images/${json.data.id}`);
  expect(shown.headers.get('content-type')).toBe(json.data.type);
  return Buffer.from(await shown.arrayBuffer());
}

const plain: [string, Buffer][] = [
  ['image/png', Buffer.from(PNG, 'base64')],
  ['image/jpeg', jpeg()],
  ['image/webp', webp()],
];

test.each(plain)('an image without metadata is stored as it is, by its content: %s', async (type, file) => {
  const { status, json } = await upload(file);
  expect([status, json.data]).toEqual([
    201,
    {
      id: expect.any(String),
      portalId: portal.id,
      type,
      inUse: false,
      createdAt: expect.any(String),
      width: 1,
      height: 1,
    },
  ]);
  expect(await shownAfter(file)).toEqual(file);
});

const text = Buffer.from(SECRET, 'latin1');
const xmp = Buffer.from(`<x:xmpmeta>${SECRET}</x:xmpmeta>`, 'latin1');
const exifSegment = (orientation: number) =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation)]));
const jfif = (thumbnail: Buffer) =>
  jpegSegment(0xe0, Buffer.concat([Buffer.from('4a46494600010100000100010101', 'hex'), thumbnail]));
const withoutThumbnail = jpegSegment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex'));
const profile = Buffer.from('ICC_PROFILE\0\x01\x01profile', 'latin1');

test.each([
  ['EXIF of a PNG', png(pngChunk('eXIf', exif(1))), png()],
  [
    'texts and unknown chunks of a PNG',
    png(
      pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0', 'latin1'), text])),
      pngChunk('iTXt', xmp),
      pngChunk('gAMA', Buffer.from('0000b18f', 'hex')),
      pngChunk('prVt', text),
    ),
    png(pngChunk('gAMA', Buffer.from('0000b18f', 'hex'))),
  ],
  [
    'EXIF, XMP, IPTC, comments and a thumbnail of a JPEG',
    jpeg(
      jfif(text.subarray(0, 3)),
      exifSegment(1),
      jpegSegment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'), xmp])),
      jpegSegment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), text])),
      jpegSegment(0xfe, text),
      jpegSegment(0xe2, profile),
    ),
    jpeg(withoutThumbnail, jpegSegment(0xe2, profile)),
  ],
  ['EXIF and XMP of a WebP', webp({ EXIF: exif(1), 'XMP ': xmp, prvt: text }), undefined],
])('uploading an image removes %s', async (_, file, expected) => {
  expect(file.includes(SECRET)).toBe(true);
  const shown = await shownAfter(file);
  expect(shown.includes(SECRET)).toBe(false);
  if (expected) expect(shown).toEqual(expected);
});

test.each([
  ['JPEG', jpeg(exifSegment(6))],
  ['WebP', webp({ EXIF: exif(6) })],
])('the orientation in EXIF of a %s remains, and nothing else of it', async (_, file) => {
  const shown = await shownAfter(file);
  const [start, gpsTag] = ['49492a00080000000100120103000100000006000000', '2588'];
  expect(shown.toString('hex')).toContain(start);
  expect(shown.includes(SECRET)).toBe(false);
  expect(shown.includes(Buffer.from(gpsTag, 'hex'))).toBe(false);
});

test.each([...plain.map(([, file]) => file), webp({ EXIF: exif(6) }), jpeg(exifSegment(6))])(
  'an image that is cut off anywhere, or that goes on after its end, is refused',
  async (file) => {
    const cut = [3, 9, 13, Math.floor(file.length / 2), file.length - 1].map((end) => file.subarray(0, end));
    for (const wrong of [...cut, Buffer.concat([file, text]), Buffer.concat([file, Buffer.alloc(2)])]) {
      expectBadFields(await upload(wrong), ['data']);
    }
  },
);

test('a PNG with a wrong checksum is refused, and so are files that only begin like images', async () => {
  const damaged = png();
  damaged[30]! ^= 1;
  const only = [
    '89504e470d0a1a0a',
    'ffd8ffe000104a464946',
    Buffer.from('RIFF\x10\0\0\0WEBPVP8 ').toString('hex'),
  ];
  for (const file of [damaged, ...only.map((hex) => Buffer.from(hex, 'hex'))]) {
    expectBadFields(await upload(file), ['data']);
  }
});

test.each([
  ['text', Buffer.from('hello').toString('base64')],
  [
    'SVG, which can hold scripts',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
  ],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64')],
  ['nothing', ''],
  ['no base64', '%%%'],
  ['too much', png(pngChunk('tEXt', Buffer.alloc(4 * 1024 * 1024))).toString('base64')],
])('an upload is refused for %s', async (_, data) => {
  expectBadFields(await member.client.post(path, { data }), ['data']);
});

test('requests with the same key store one image', async () => {
  const headers = { 'idempotency-key': newKey() };
  const [first, again] = [
    await member.client.post(path, { data: PNG }, headers),
    await member.client.post(path, { data: PNG }, headers),
  ];
  expect([again.status, again.json]).toEqual([201, first.json]);
  const guest = await workspace.person('guest');
  expectRefusal(await guest.client.post(path, { data: PNG }), 403, 'insufficient_role');
});
