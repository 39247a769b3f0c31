import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { pictureSize } from '../../shared/feedback/portal/images/picture-size.ts';
import { upload } from '../attachments/attachment-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person } from '../support/workspace.ts';
import { noisyPng } from './images.ts';

let member: Person;
let feedback: Feedback;
let portal: Portal;

beforeAll(async () => {
  const workspace = await newWorkspace();
  member = await workspace.person('member');
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
});

const at = () => feedback.pathOf(portal);
const create = (body: object) => member.client.post(`${at()}/images`, body);

async function shown(name: string): Promise<Buffer> {
  const response = await fetch(`${sharedService().baseUrl}/portal-images/${name}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  return Buffer.from(await response.arrayBuffer());
}

const sizeOf = (bytes: Buffer) => pictureSize('image/webp', bytes)!;

test('a file of up to 10 MiB is uploaded by a form, and then made an image', async () => {
  const { status, json } = await member.client.post(`${at()}/image-uploads`);
  expect(status).toBe(201);
  const { data: announced, upload: form } = json;
  const early = await create({ uploadId: announced.id });
  expectRefusal(early, 409, 'conflict');
  expect(early.json.error.message).toContain('has not arrived');
  const file = noisyPng(2_600, 1_000, 256);
  expect(file.length).toBeGreaterThan(4 * 1024 * 1024);
  expect(await upload(form, file)).toEqual({ status: 204, text: '' });
  const made = await create({ uploadId: announced.id });
  expect(made.json.data, made.text).toMatchObject({ width: 1_920, height: 738 });
  expect(sizeOf(await shown(made.json.data.id))).toEqual({ width: 1_920, height: 738 });
  expect((await upload(form, Buffer.alloc(10 * 1024 * 1024 + 1))).text).toContain('EntityTooLarge');
});

test('an upload of another portal is none of this one, and one that is no image is refused', async () => {
  const other = await feedback.portal();
  const { json } = await member.client.post(`${feedback.pathOf(other)}/image-uploads`);
  await upload(json.upload, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expectRefusal(await create({ uploadId: json.data.id }), 409, 'conflict');
  const images = `${feedback.pathOf(other)}/images`;
  expectBadFields(await member.client.post(images, { uploadId: json.data.id }), ['uploadId']);
});
