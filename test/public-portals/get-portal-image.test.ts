import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { putImage } from '../../shared/feedback/portal/image-store.ts';
import { png, pngChunk, SECRET } from '../portals/images.ts';
import { feedbackApi, PNG, type Feedback } from '../support/feedback.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let admin: Person;
let feedback: Feedback;
let database: TestWorkspace['database'];

beforeAll(async () => {
  ({ service } = await workerService());
  const workspace = await newWorkspace(service);
  ({ database } = workspace);
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
});

const get = ({ id }: { id: string }, headers: Record<string, string> = {}) =>
  fetch(`${service.baseUrl}/portal-images/${id}`, { headers });

test('an image is returned as its bytes, which caches keep for a minute and then ask for again', async () => {
  const image = await feedback.image(await feedback.portal());
  const shown = await get(image);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(PNG, 'base64'));
  expect(shown.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60');
  const again = await get(image, { 'if-none-match': shown.headers.get('etag')! });
  expect(again.status).toBe(304);
  expect(again.headers.get('cache-control')).toBe(shown.headers.get('cache-control'));
});

test('an image is returned without its metadata, and a damaged one is not returned', async () => {
  const portal = await feedback.portal();
  const store = async (bytes: Buffer) => {
    const image = { id: newId(new Date()), portalId: portal.id, type: 'image/png', bytes } as const;
    const full = () => new Error('The portal is full.');
    await commit(database, putImage({ ...image, createdAt: new Date().toISOString() }, full));
    return await get(image);
  };
  const shown = await store(png(pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`, 'latin1'))));
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(png());
  expect((await store(Buffer.concat([png(), Buffer.from(SECRET, 'latin1')]))).status).toBe(404);
});

describe('an image is taken down', () => {
  test('with its portal, when that is made private, whatever a cache has of it', async () => {
    const portal = await feedback.portal();
    const image = await feedback.image(portal);
    const etag = (await get(image)).headers.get('etag')!;
    const hidden = await feedback.change(feedback.pathOf(portal), portal, { visibility: 'private' });
    expect((await get(image)).status).toBe(404);
    expect((await get(image, { 'if-none-match': etag })).status).toBe(404);
    await feedback.change(feedback.pathOf(portal), hidden, { visibility: 'public' });
    expect((await get(image)).status).toBe(200);
  });

  test('with its portal, when that is deleted, before the images are', async () => {
    const portal = await feedback.portal();
    const image = await feedback.image(portal);
    expect((await admin.client.delete(feedback.pathOf(portal))).status).toBe(200);
    expect((await get(image)).status).toBe(404);
  });
});
