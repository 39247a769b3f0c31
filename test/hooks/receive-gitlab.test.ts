import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '../support/client.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { newHookWorkspace, type HookWorkspace, type SecretHook } from './hook-api.ts';

let place: HookWorkspace;
let hook: SecretHook;

beforeAll(async () => {
  place = await newHookWorkspace();
  hook = await place.hook({ provider: 'gitlab' });
});

const project = {
  id: 1,
  name: 'Shop',
  web_url: 'https://gitlab.example.com/acme/shop',
  path_with_namespace: 'acme/shop',
  visibility_level: 0,
};

const deliver = (event: string, body: object): Promise<Answer> =>
  createClient(sharedService().baseUrl).request('POST', hook.path, {
    body,
    headers: { 'x-gitlab-event': event, 'x-gitlab-token': hook.secret },
  });

const merge = (attributes: object, of: object = project) =>
  deliver('Merge Request Hook', {
    object_kind: 'merge_request',
    project: of,
    object_attributes: {
      iid: 12,
      title: 'Refunds',
      description: null,
      state: 'opened',
      draft: false,
      url: 'https://gitlab.example.com/acme/shop/-/merge_requests/12',
      source_branch: 'refunds',
      target_branch: 'main',
      source_project_id: 1,
      target_project_id: 1,
      updated_at: '2026-11-20 09:00:00 UTC',
      ...attributes,
    },
  });

const push = (ref: string, after: string) =>
  deliver('Push Hook', { object_kind: 'push', before: '0'.repeat(40), after, ref, project });

test('A merge request that names a story becomes a link of it, and moves it', async () => {
  const { id, reference, statusId } = await place.story();
  await merge({ title: `Draft: ${reference}`, draft: true });
  const link = {
    url: 'https://gitlab.example.com/acme/shop/-/merge_requests/12',
    title: 'acme/shop!12',
    kind: 'pull_request',
  };
  expect(await place.stories.read(id)).toMatchObject({ statusId, links: [{ ...link, state: 'draft' }] });
  await merge({ description: reference, updated_at: '2026-11-20T09:01:00Z' });
  expect(await place.stories.read(id)).toMatchObject({
    statusId: place.statuses.started,
    links: [{ ...link, state: 'open' }],
  });
  await merge({ title: reference, state: 'merged', updated_at: '2026-11-20 09:02:00 UTC' });
  await merge({ title: reference, state: 'locked', updated_at: '2026-11-20 09:01:30 UTC' });
  expect(await place.stories.read(id)).toMatchObject({
    statusId: place.statuses.completed,
    links: [{ ...link, state: 'merged' }],
  });
});

test('A merge request from a fork of a public project moves nothing until it is merged', async () => {
  const { id, reference, statusId } = await place.story();
  await merge({ title: reference, source_project_id: 2 }, { ...project, visibility_level: 20 });
  expect(await place.stories.read(id)).toMatchObject({ statusId, links: [{ state: 'open' }] });
});

test('A merged merge request from a fork of a public project only links what its text names', async () => {
  const { id, reference, statusId } = await place.story();
  const stranger = { description: reference, source_project_id: 2, state: 'merged' };
  await merge(stranger, { ...project, visibility_level: 20 });
  expect(await place.stories.read(id)).toMatchObject({ statusId, links: [{ state: 'merged' }] });
});

test('A merge request from a fork moves nothing that its author writes into the title once it is merged', async () => {
  const [named, later] = await Promise.all([place.story(), place.story()]);
  const stranger = { iid: 77, source_project_id: 2, state: 'merged' };
  const open = { ...project, visibility_level: 20 };
  await merge({ ...stranger, title: named.reference, action: 'merge' }, open);
  const updated_at = '2026-11-20 09:05:00 UTC';
  await merge({ ...stranger, title: later.reference, action: 'update', updated_at }, open);
  expect((await place.stories.read(named.id)).statusId).toBe(place.statuses.completed);
  expect(await place.stories.read(later.id)).toMatchObject({
    statusId: later.statusId,
    links: [{ state: 'merged' }],
  });
});

test('A branch that is pushed is linked, and closed once it is deleted, in whatever order', async () => {
  const { id, reference } = await place.story();
  const ref = `refs/heads/${reference.toLowerCase()}`;
  await push(ref, 'f'.repeat(40));
  await push(ref, '0'.repeat(40));
  await push(ref, 'e'.repeat(40));
  const url = `https://gitlab.example.com/acme/shop/-/tree/${reference.toLowerCase()}`;
  expect((await place.stories.read(id)).links).toMatchObject([{ kind: 'branch', state: 'closed', url }]);
  const { json } = await push(`refs/tags/${reference}`, 'f'.repeat(40));
  expect(json.data.event).toBe('ignored');
});

test('Other events are ignored', async () => {
  const { json } = await deliver('Pipeline Hook', { object_kind: 'pipeline' });
  expect(json.data).toEqual({ event: 'ignored', stories: [] });
});
