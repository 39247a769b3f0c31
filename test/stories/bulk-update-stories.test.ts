import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { newKey } from '../support/workspace.ts';
import { newStoryWorkspace } from './story-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;

beforeAll(async () => {
  made = await newStoryWorkspace();
});

const create = () => made.api.create({ teamId: made.team.id });
const change = ({ id: storyId, updatedAt }: Story, patch: object) => ({
  storyId,
  body: { expectedUpdatedAt: updatedAt, ...patch },
});
const send = async (items: unknown[]) =>
  (await made.member.client.patch(`${made.workspace.path}/bulk/stories`, { items })).json.data.items;

test('a bulk request changes each story, and returns each outcome at its place', async () => {
  const [first, stale, untouched] = [await create(), await create(), await create()];
  await made.api.change(stale, { title: 'Newer' });
  const missing = newKey();
  const outcomes = await send([
    change(first, { title: 'Changed', clearFields: ['estimateValue'] }),
    change(stale, { title: 'Too late' }),
    change(untouched, { priority: 'Highest' }),
    { storyId: missing, body: { expectedUpdatedAt: first.updatedAt, title: 'x' } },
    { storyId: 'no-id', body: { expectedUpdatedAt: first.updatedAt, title: 'x' } },
  ]);

  expect(outcomes[0]).toEqual({
    httpStatus: 200,
    replayed: false,
    id: first.id,
    data: { ...first, title: 'Changed', updatedAt: outcomes[0].data.updatedAt },
  });
  expect(Object.keys(outcomes[1])).toEqual(['httpStatus', 'replayed', 'id', 'error']);
  expect(outcomes[1]).toMatchObject({
    httpStatus: 409,
    id: stale.id,
    error: { code: 'version_conflict', changedFields: ['title'] },
  });
  expect(outcomes[2]).toMatchObject({
    httpStatus: 400,
    id: untouched.id,
    error: { fields: [{ in: 'body', path: 'priority', code: 'not_one_of' }] },
  });
  expect(outcomes[3]).toMatchObject({ httpStatus: 404, id: missing, error: { code: 'not_found' } });
  expect(outcomes[4]).toMatchObject({
    httpStatus: 400,
    id: null,
    error: { message: 'storyId must be a UUID.', fields: [{ in: 'body', path: 'storyId' }] },
  });
  expect(await made.api.read(first.id)).toEqual(outcomes[0].data);
  expect((await made.api.read(stale.id)).title).toBe('Newer');
  expect(await made.api.read(untouched.id)).toEqual(untouched);
});

test('a key makes an item safe to send again, here or as a single update', async () => {
  const story = await create();
  const item = { ...change(story, { title: 'Keyed' }), idempotencyKey: newKey() };
  const [first] = await send([item]);
  const [second] = await send([item]);
  expect(second).toEqual({ ...first, replayed: true });
  const single = await made.api.update(story.id, item.body, item.idempotencyKey);
  expect(single.headers.get('idempotent-replayed')).toBe('true');
  expect(single.json.data).toEqual(first.data);
});

test('the first of two items with one key is carried out, and the second replays it', async () => {
  const story = await create();
  const item = { ...change(story, { title: 'Twice' }), idempotencyKey: newKey() };
  const changed = await send([item, item]);
  expect(changed.map(({ replayed }: { replayed: boolean }) => replayed)).toEqual([false, true]);
  const creation = { idempotencyKey: newKey(), body: { title: 'Once', teamId: made.team.id } };
  const path = `${made.workspace.path}/bulk/stories`;
  const { items } = (await made.member.client.post(path, { items: [creation, creation] })).json.data;
  expect(items.map(({ replayed }: { replayed: boolean }) => replayed)).toEqual([false, true]);
  expect(items[1].id).toBe(items[0].id);
});

test('the first of two changes of one story in a request succeeds, and the second reports a conflict', async () => {
  const story = await create();
  const earlier = { id: story.id.toUpperCase(), updatedAt: '2026-01-01T00:00:00.000Z' } as Story;
  const outcomes = await send([
    change(story, { title: 'One' }),
    change(story, { title: 'Other' }),
    change(earlier, { title: 'One', priority: 'high' }),
  ]);

  expect(outcomes.map(({ httpStatus }: { httpStatus: number }) => httpStatus)).toEqual([200, 409, 409]);
  const currentUpdatedAt = outcomes[0].data.updatedAt;
  expect(outcomes[1].error).toMatchObject({ currentUpdatedAt, changedFields: ['title'] });
  expect(outcomes[2].error).toMatchObject({ currentUpdatedAt, changedFields: ['priority'] });
});

test('a change that follows another of the same story in a request is made where it fits', async () => {
  const story = await create();
  const item = { ...change(story, { title: 'Once' }), idempotencyKey: newKey() };
  const [first, again] = await send([item, item]);
  expect([first.httpStatus, again.httpStatus, again.replayed]).toEqual([200, 200, true]);
  expect(again.data).toEqual(first.data);
});
