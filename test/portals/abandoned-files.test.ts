import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commit } from '../../shared/kernel/db/write.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { storeImage } from '../../shared/feedback/portal/image-request.ts';
import { pendingFilesKind, putImage } from '../../shared/feedback/portal/image-store.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { imageFiles } from '../support/image-files.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { noisyPng } from './images.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;
let portal: Portal;
let bucket: string;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
  const { endpoint, names } = service.buckets!;
  bucket = Object.entries(names).find(([name]) => name.includes('Attachments'))![1];
  vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', service.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', service.credentials.secretAccessKey);
});
afterAll(() => vi.unstubAllEnvs());

const filesOf = (id: string) => imageFiles(service, workspace.id, id);

/** Stores the files of an image, and no more, as a process that ends then. */
async function abandoned(): Promise<string> {
  const id = crypto.randomUUID();
  const write = (changes: Parameters<typeof commit>[1]) => commit(workspace.database, changes);
  const versions = new Map([480, 960].map((width) => [width, Buffer.from('WebP')]));
  const made = { type: 'image/webp', width: 960, height: 300, versions } as const;
  const place = { id: portal.id, workspaceId: workspace.id };
  await storeImage({ setting: () => bucket, now: new Date(), write }, place, id, made);
  return id;
}

/** What the table does with an item that has expired, some time later. */
const expire = async (id: string) => {
  await commit(workspace.database, [{ delete: pendingFilesKind.key(id) }]);
  await service.streamsIdle();
};

const announced = (id: string) => createReader(workspace.database).get(pendingFilesKind.key(id));

test('files without an image are deleted, since their announcement expires', async () => {
  const id = await abandoned();
  expect(await filesOf(id)).toEqual(['480.webp', '960.webp']);
  const seconds = Number((await announced(id))!['ttl']) - Date.now() / 1_000;
  // Far longer than a request takes.
  expect(seconds / 3_600).toBeGreaterThan(23);
  expect(seconds / 3_600).toBeLessThan(25);
  await expire(id);
  expect(await filesOf(id)).toEqual([]);
});

test('an image takes its files over, and stays', async () => {
  const data = noisyPng(1_000, 300).toString('base64');
  const { status, json, text } = await admin.client.post(`${feedback.pathOf(portal)}/images`, { data });
  expect(status, text).toBe(201);
  await service.streamsIdle();
  expect(await announced(json.data.id)).toBeUndefined();
  expect(await filesOf(json.data.id)).toEqual(['1000.webp', '480.webp', '960.webp']);
});

test('an image whose announcement has expired is not written, since its files may be gone', async () => {
  const id = await abandoned();
  await expire(id);
  const files = { folder: `images/${workspace.id}/${id}`, widths: [480, 960] };
  const image = {
    id,
    portalId: portal.id,
    type: 'image/webp',
    createdAt: new Date().toISOString(),
    files,
  } as const;
  const late = commit(
    workspace.database,
    putImage(image, () => new Error('full')),
  );
  await expect(late).rejects.toThrow('changed');
});
