import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { IMAGES_MAX } from '../../shared/feedback/portal/image.ts';
import { getImageIds, putImage } from '../../shared/feedback/portal/image-store.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi, PNG, type Feedback } from '../support/feedback.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;
let portal: Portal;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
});
beforeEach(async () => {
  portal = await feedback.portal();
});

const pathOf = ({ id }: { id: string }) => `${feedback.pathOf(portal)}/images/${id}`;
const statusOf = async ({ id }: { id: string }) =>
  (await fetch(`${service.baseUrl}/portal-images/${id}`)).status;

test('a request deletes an image, once under one key', async () => {
  const image = await feedback.image(portal);
  expect(await statusOf(image)).toBe(200);
  const headers = { 'idempotency-key': newKey() };
  for (let time = 0; time < 2; time++) {
    const { status, json } = await admin.client.delete(pathOf(image), headers);
    expect([status, json.data]).toEqual([200, { id: image.id, deleted: true }]);
  }
  expect(await statusOf(image)).toBe(404);
  expectRefusal(await admin.client.delete(pathOf(image)), 404, 'not_found');
});

test('an image of another portal is not found', async () => {
  const image = await feedback.image(await feedback.portal());
  expectRefusal(await admin.client.delete(pathOf(image)), 404, 'not_found');
  expect(await statusOf(image)).toBe(200);
});

describe('an image that is shown', () => {
  test('as a logo is retained until another is', async () => {
    const [first, second] = [await feedback.image(portal), await feedback.image(portal)];
    const path = feedback.pathOf(portal);
    const one = await feedback.change(path, portal, { logoImageId: first.id });
    expectRefusal(await admin.client.delete(pathOf(first)), 409, 'conflict');
    const two = await feedback.change(path, one, { logoImageId: second.id });
    expect((await admin.client.delete(pathOf(first))).status).toBe(200);
    expectRefusal(await admin.client.delete(pathOf(second)), 409, 'conflict');
    await feedback.change(path, two, { clearFields: ['logoImageId'] });
    expect((await admin.client.delete(pathOf(second))).status).toBe(200);
  });

  test('as a cover is retained until the last update with it has another or is gone', async () => {
    const image = await feedback.image(portal);
    const draft = await feedback.update(portal, { coverImageId: image.id });
    const published = await feedback.published(portal, { coverImageId: image.id });
    expectRefusal(await admin.client.delete(pathOf(image)), 409, 'conflict');
    const at = ({ id }: { id: string }) => `${feedback.pathOf(portal)}/updates/${id}`;
    await feedback.change(at(published), published, { clearFields: ['coverImageId'] });
    expectRefusal(await admin.client.delete(pathOf(image)), 409, 'conflict');
    expect((await admin.client.delete(at(draft))).status).toBe(200);
    expect((await admin.client.delete(pathOf(image))).status).toBe(200);
  });

  test('is never one that is gone, whichever comes first', async () => {
    for (let time = 0; time < 5; time++) {
      const image = await feedback.image(portal);
      const [deleted, made] = await Promise.all([
        admin.client.delete(pathOf(image)),
        admin.client.post(`${feedback.pathOf(portal)}/updates`, { title: 'x', coverImageId: image.id }),
      ]);
      expect([deleted.status, made.status]).toBeOneOf([
        [200, 400],
        [409, 201],
      ]);
      expect(await statusOf(image)).toBe(made.status === 201 ? 200 : 404);
    }
  });
});

describe('a portal', () => {
  const fill = async () => {
    const fail = () => new Error('refused');
    for (let number = 0; number < IMAGES_MAX; number++) {
      const image = {
        id: crypto.randomUUID(),
        type: 'image/png',
        bytes: Buffer.from(PNG, 'base64'),
      } as const;
      const whole = { ...image, portalId: portal.id, createdAt: new Date().toISOString() };
      await commit(workspace.database, putImage(whole, fail));
    }
  };

  test('has a limit of images, and takes them along', async () => {
    await fill();
    const add = () => admin.client.post(`${feedback.pathOf(portal)}/images`, { data: PNG });
    expectRefusal(await add(), 409, 'conflict');
    const ids = await getImageIds(createReader(workspace.database), portal.id);
    expect((await admin.client.delete(pathOf({ id: ids[0]! }))).status).toBe(200);
    expect((await add()).status).toBe(201);

    expect((await admin.client.delete(feedback.pathOf(portal))).status).toBe(200);
    await service.streamsIdle();
    expect(await getImageIds(createReader(workspace.database), portal.id)).toEqual([]);
    for (const id of [ids[1]!, ids.at(-1)!]) expect(await statusOf({ id })).toBe(404);
  });
});
